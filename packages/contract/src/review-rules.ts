import { Type } from 'typebox';
import { type Content, flag, number, recordOf, text, variantsOf } from './explain-mistakes.ts';

const pool = text('consumers');
/** Rules derive the recognized amount of a claim from its answers. */
const RecognizedRuleSchema = variantsOf('rule', {
  /** Recognizes the claimed amount, or the counted amount of the data files if that is less. */
  claimed: Type.Object({ rule: Type.Literal('claimed'), pool }),
  /** The answer names a range. A reviewer recognizes an amount within it. */
  range: Type.Object({
    rule: Type.Literal('range'),
    pool,
    field: text('paid'),
    /** Each answer has a range in dollars. Without `to`, it has no upper limit. */
    ranges: recordOf('range', Type.Object({ from: number(1), to: Type.Optional(number(500)) })),
    /** The part of the range that reviewers see as a suggestion. */
    suggest: Type.Enum(['from', 'middle', 'to']),
  }),
  /** Adds documented losses and lost hours at a rate, each up to its limit. */
  losses: Type.Object({
    rule: Type.Literal('losses'),
    pool,
    /** Names the rows of the form and their cell with the amount. `atMost` is in dollars. */
    losses: Type.Optional(
      Type.Object({ rows: text('losses'), amount: text('amount'), atMost: Type.Optional(number(5_000)) }),
    ),
    /** Names the field of the form. `rate` is in dollars per hour, `atMost` in hours. */
    hours: Type.Optional(Type.Object({ field: text('hours'), rate: number(25), atMost: Type.Optional(number(4)) })),
  }),
});
export type RecognizedRule = Content<typeof RecognizedRuleSchema>;

const ReviewReasonSchema = Type.Object({
  id: text('not-documented'),
  outcome: Type.Enum(['reduce', 'deficient', 'deny']),
  /** Staff read the label. */
  label: text('Documents are missing'),
  /** Claimants read the text. For a deficiency, it names the missing parts and how to cure it. */
  text: Type.Object({ en: text('Please send documents'), es: text('Envíe documentos') }),
  /** Limits the reason to claims of these forms. */
  forms: Type.Optional(Type.Array(text('consumer'))),
  /**
   * Limits the reason to claims filed after the deadline (`late`) or with a deficiency that was not
   * cured in time (`uncured`). Their denial is proposed for the first such reason.
   */
  when: Type.Optional(Type.Enum(['late', 'uncured'])),
  /** A denial for fraud takes effect only when a second person approves it. */
  isFraud: Type.Optional(flag),
  /** A denial as a duplicate names the claim that counts. */
  isDuplicate: Type.Optional(flag),
});
export type ReviewReason = Content<typeof ReviewReasonSchema>;

/** The rules of review are legal defaults, for counsel to confirm. */
export const ReviewRulesSchema = Type.Object({
  /** For each outcome, the order is that of the digits on the keyboard. */
  reasons: Type.Array(ReviewReasonSchema, { called: 'reason', by: 'id' }),
  /** A second person approves recognized amounts of at least this many dollars. */
  secondPersonFrom: number(10_000),
  /** Claims for at least this many dollars are flagged. */
  highValueFrom: number(10_000),
  /** The keys are form IDs. */
  recognized: recordOf('recognized amounts of', RecognizedRuleSchema),
});
export type ReviewRules = Content<typeof ReviewRulesSchema>;
