import { Type } from 'typebox';
import { type Content, flag, number, recordOf, text, variantsOf, wholeNumber } from './explain-mistakes.ts';

const pool = text('consumers');
/** How the recognized amount of a claim follows from its answers. */
const RecognizedRuleSchema = variantsOf('rule', {
  /** The claimed amount, or the counted amount of the data files if that is less. */
  claimed: Type.Object({ rule: Type.Literal('claimed'), pool }),
  /** The answer names a range. A reviewer recognizes an amount within it. */
  range: Type.Object({
    rule: Type.Literal('range'),
    pool,
    field: text('paid'),
    /** In dollars, by answer. Without `to`: no upper limit. */
    ranges: recordOf('range', Type.Object({ from: number(1), to: Type.Optional(number(500)) })),
    /** What is suggested without further evidence. */
    suggest: Type.Enum(['from', 'middle', 'to']),
  }),
  /** Documented losses, and lost hours at a rate, each up to its limit. */
  losses: Type.Object({
    rule: Type.Literal('losses'),
    pool,
    /** The rows of the form and their cell with the amount. At most so many dollars. */
    losses: Type.Optional(
      Type.Object({ rows: text('losses'), amount: text('amount'), atMost: Type.Optional(number(5_000)) }),
    ),
    /** The field of the form, and dollars per hour. At most so many hours. */
    hours: Type.Optional(Type.Object({ field: text('hours'), rate: number(25), atMost: Type.Optional(number(4)) })),
  }),
});
export type RecognizedRule = Content<typeof RecognizedRuleSchema>;

const ReviewReasonSchema = Type.Object({
  id: text('not-documented'),
  outcome: Type.Enum(['reduce', 'deficient', 'deny']),
  /** For staff. */
  label: text('Documents are missing'),
  /** For the claimant. For a deficiency: what is missing, and how to cure it. */
  text: Type.Object({ en: text('Please send documents'), es: text('Envíe documentos') }),
  /** Only for claims of these forms. */
  forms: Type.Optional(Type.Array(text('consumer'))),
  /**
   * Only for claims that were filed after the deadline (`late`), or of which a deficiency was not cured in
   * time (`uncured`): these are proposed to be denied for the first such reason.
   */
  when: Type.Optional(Type.Enum(['late', 'uncured'])),
  /** A denial for fraud takes effect only when a second person approves it. */
  isFraud: Type.Optional(flag),
});
export type ReviewReason = Content<typeof ReviewReasonSchema>;

/** How the claims of a settlement are decided. Legal defaults, for counsel to confirm. */
export const ReviewRulesSchema = Type.Object({
  /** In the order of their digits on the keyboard, for each outcome. */
  reasons: Type.Array(ReviewReasonSchema, { called: 'reason', by: 'id' }),
  /** Days to cure a deficiency, at least. Never before the claim deadline. */
  cureDays: wholeNumber(1, 30),
  /** More days for a letter by mail. */
  mailDays: wholeNumber(0, 3),
  /** A second person approves recognized amounts from this one on, in dollars. */
  secondPersonFrom: number(10_000),
  /** Claims from this amount on are flagged, in dollars. */
  highValueFrom: number(10_000),
  /** By form id. */
  recognized: recordOf('recognized amounts of', RecognizedRuleSchema),
});
export type ReviewRules = Content<typeof ReviewRulesSchema>;
