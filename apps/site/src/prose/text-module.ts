import type { MDXContent } from 'mdx/types';

/** The day for which a page is written, in the court's time zone. Every day that is asked for must stand in the manifest's `changesOn`. */
export interface When {
  /** The day is over: a deadline has passed. */
  isAfter(day: string): boolean;
  /** The day has come, or is over: something has happened. */
  isFrom(day: string): boolean;
}
/** Text that may change with the date. */
export type Dated<T> = T | ((when: When) => T);

/** A way on from a page, shown as a card. */
export interface LinkCard {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/** A date of the case. */
export interface KeyDate {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly title: string;
  /** Said below the title until the day is over, and after it. A deadline that has passed says so by itself where nothing is given. */
  readonly before?: string;
  readonly after?: string;
  /** Something that happened: its day passes without being missed. It is shown from its day on. */
  readonly isEvent?: true;
}

/** What a file in `content/pages` exports: the prose itself, and the parts of the page that stand around it. */
export interface TextModule {
  /** The prose; it is given `when` as a property. */
  readonly default: MDXContent;
  /** Instead of the page's title, as its heading. */
  readonly heading?: Dated<string>;
  readonly lead?: Dated<string>;
  readonly linkCards?: Dated<readonly LinkCard[]>;
  readonly dates?: readonly KeyDate[];
  /** The text has `<KeyDates />` where a phone shows the dates, because something must be said before them. */
  readonly placesDates?: true;
  /** A list of its second-level headings, beside the text on a desktop and before it on a phone. */
  readonly hasIndex?: true;
}
