import type { MDXContent } from 'mdx/types';
import type { Dated } from '../dates/as-of.ts';

export interface LinkCard {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

export interface KeyDate {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly title: string;
  /** Below the title until the day ends, and `after` it: by default, that the date has passed. */
  readonly before?: string;
  readonly after?: string;
  /** An event instead of a deadline: shown from its day on. */
  readonly isEvent?: true;
}

/** The exports of a file in `content/pages`: the prose and other parts of the page. */
export interface ProseModule {
  /** The prose. Its props include `when`. */
  readonly default: MDXContent;
  /** Replaces the page’s title as its heading. */
  readonly heading?: Dated<string>;
  readonly lead?: Dated<string>;
  readonly linkCards?: Dated<readonly LinkCard[]>;
  readonly dates?: readonly KeyDate[];
  /** The text places `<KeyDates />` itself for phones. */
  readonly placesDates?: true;
  /** Whether the page has an index of its second-level headings. */
  readonly hasIndex?: true;
}
