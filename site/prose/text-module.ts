import type { MDXContent } from 'mdx/types';

/** A way on from a page, shown as a card. */
export interface Door {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/** A date of the case, `YYYY-MM-DD`, with what it is about, and what to say about it now. */
export interface KeyDate {
  readonly date: string;
  readonly title: string;
  readonly note?: string;
  /** That it is over is said in `note` too. */
  readonly passed?: boolean;
}

/** What a file in `content/pages` exports: the prose itself, and the parts of the page that stand around it. */
export interface TextModule {
  readonly default: MDXContent;
  /** Instead of the page's title, as its heading. */
  readonly heading?: string;
  readonly lead?: string;
  readonly doors?: readonly Door[];
  readonly dates?: readonly KeyDate[];
}
