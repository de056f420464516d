import type { Outcome } from './console/review.ts';
import type { Language } from './language.ts';

/** How the claims of a settlement are decided. Legal defaults, for counsel to confirm. */
export interface ReviewRules {
  /** In the order of their digits on the keyboard, for each outcome. */
  readonly reasons: readonly ReviewReason[];
  /** Days to cure a deficiency, at least. Never before the claim deadline. */
  readonly cureDays: number;
  /** More days for a letter by mail. */
  readonly mailDays: number;
  /** A second person approves recognized amounts from this one on, in dollars. */
  readonly secondPersonFrom: number;
  /** Claims from this amount on are flagged, in dollars. */
  readonly highValueFrom: number;
  /** By form id. */
  readonly recognized: Readonly<Record<string, RecognizedRule>>;
}

export interface ReviewReason {
  readonly id: string;
  readonly outcome: Exclude<Outcome, 'approve'>;
  /** For staff. */
  readonly label: string;
  /** For the claimant. For a deficiency: what is missing, and how to cure it. */
  readonly text: Readonly<Record<Language, string>>;
  /** Only for claims of these forms. */
  readonly forms?: readonly string[];
  /** A denial for fraud takes effect only when a second person approves it. */
  readonly isFraud?: boolean;
}

/** How the recognized amount of a claim follows from its answers. */
export type RecognizedRule = { readonly pool: string } & (
  | {
      /** The claimed amount, or the counted amount of the data files if that is less. */
      readonly rule: 'claimed';
    }
  | {
      /** The answer names a range. A reviewer recognizes an amount within it. */
      readonly rule: 'range';
      readonly field: string;
      /** In dollars, by answer. Without `to`: no upper limit. */
      readonly ranges: Readonly<Record<string, { readonly from: number; readonly to?: number }>>;
      /** What is suggested without further evidence. */
      readonly suggest: 'from' | 'middle' | 'to';
    }
  | {
      /** Documented losses, and lost hours at a rate, each up to its limit. */
      readonly rule: 'losses';
      /** The rows of the form and their cell with the amount. At most so many dollars. */
      readonly losses?: { readonly rows: string; readonly amount: string; readonly atMost?: number };
      /** The field of the form, and dollars per hour. At most so many hours. */
      readonly hours?: { readonly field: string; readonly rate: number; readonly atMost?: number };
    }
);
