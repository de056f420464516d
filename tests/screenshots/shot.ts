import type { Page } from '@playwright/test';
import type { Member } from '../e2e/members.ts';

export type ColorScheme = 'light' | 'dark';

/** A page, or a state of one that takes some steps to reach. */
export interface Shot {
  /** Becomes the file's name. */
  readonly name: string;
  /**
   * Brings a fresh page of the browser into the state; `member` is a person who has not filed yet.
   */
  readonly reach: (page: Page, member: Member) => Promise<void>;
  /**
   * What lies over the page is photographed as the screen shows it, anything else as a whole page.
   */
  readonly screenOnly?: true;
  /** Light alone unless the state has colours of its own. */
  readonly colorSchemes?: readonly ColorScheme[];
  /** The page as a browser without script shows it. */
  readonly withoutScript?: true;
  /** As it is printed. */
  readonly print?: true;
}

export const bothSchemes: readonly ColorScheme[] = ['light', 'dark'];
