import type { ProseComponentName } from '@redress/contract/prose-components';
import type { MDXComponents, MDXContent } from 'mdx/types';
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
  /**
   * Shown below the title until the day ends, and then `after`. The default says that the date has
   * passed.
   */
  readonly before?: string;
  readonly after?: string;
  /** An event instead of a deadline: shown starting on its day. */
  readonly isEvent?: true;
}

/** A link to an action that is open to visitors. */
export interface NextAction {
  readonly href: string;
  readonly title: string;
  readonly text?: string;
  /** The deadline (`YYYY-MM-DD`): shown until its day ends. */
  readonly until?: string;
  /** Shown after the end of this day, for example the link for late claims. */
  readonly after?: string;
}

/** The exports of a file in the settlement’s `pages/`: the prose and other parts of the page. */
export interface ProseModule {
  /** The prose. Its props include `when`. */
  readonly default: MDXContent;
  /** Replaces the page’s title as its heading. */
  readonly heading?: Dated<string>;
  readonly lead?: Dated<string>;
  /** The state of the case, highlighted below the lead. */
  readonly status?: Dated<string>;
  /** The page’s only button, below the status. */
  readonly button?: { readonly href: string; readonly label: string };
  readonly linkCards?: Dated<readonly LinkCard[]>;
  /** Shown next to the text, in place of the dates. */
  readonly actions?: readonly NextAction[];
  readonly dates?: readonly KeyDate[];
  /** On phones the text shows the dates: by `<KeyDates />`, or each in a sentence or table. */
  readonly placesDates?: true;
  /** Whether the page has an index of its second-level headings. */
  readonly hasIndex?: true;
}

/** The components that prose may use without importing them. */
export type ProseComponents = Required<Pick<MDXComponents, ProseComponentName>>;
