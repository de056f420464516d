import type { Page } from '@playwright/test';
import type { Member } from '../e2e/members.ts';

export type ColorScheme = 'light' | 'dark';

/** A page, or a state of one that takes some steps to reach. */
export interface Shot {
  /** The file's name. */
  readonly name: string;
  /** Brings a new browser page into the state; `member` is a person who has not filed yet. */
  readonly reach: (page: Page, member: Member) => Promise<void>;
  /**
   * Whether to capture only the visible screen, because something overlays the page, instead of
   * the whole page.
   */
  readonly screenOnly?: true;
  /** 375 and 1280 by default. */
  readonly widths?: readonly number[];
  /** Light only, unless the state has its own colors. */
  readonly colorSchemes?: readonly ColorScheme[];
  /** The page as a browser without script shows it. */
  readonly withoutScript?: true;
  /** The printed page. */
  readonly print?: true;
}

export const bothSchemes: readonly ColorScheme[] = ['light', 'dark'];
