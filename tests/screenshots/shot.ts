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

type Look = Omit<Shot, 'name' | 'reach'>;

const bothSchemes: readonly ColorScheme[] = ['light', 'dark'];
export const inLight: Look = {};
export const inBoth: Look = { colorSchemes: bothSchemes };
export const screenInLight: Look = { screenOnly: true };
export const screenInBoth: Look = { screenOnly: true, colorSchemes: bothSchemes };
export const wideInBoth: Look = { widths: [375, 1280, 1920], colorSchemes: bothSchemes };
export const printed: Look = { print: true };

export const shot = (name: string, look: Look, reach: Shot['reach']): Shot => ({ name, reach, ...look });
