import { Type } from 'typebox';
import { type Content, recordOf, text, textLike, wholeNumber } from './explain-mistakes.ts';
import { day } from './form-schema.ts';

/** All shares of a fund’s pools together, or a whole fund, in basis points. */
export const wholeFund = 10_000;
/** Formats basis points exactly, such as `16.67%`. */
export const formatPercent = (basisPoints: number): string => `${basisPoints / 100}%`;

const title = Type.Object({ en: text('Consumers'), es: Type.Optional(text('Consumidores')) });
const id = textLike(
  'up to 40 lowercase letters, digits and single hyphens',
  'consumers',
  (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 40,
);
const version = wholeNumber(1, 1);
const basisPoints = (example: number) =>
  Type.Integer({
    minimum: 0,
    maximum: wholeFund,
    says: `a whole number of basis points up to ${wholeFund}, which is 100%`,
    example: String(example),
  });
const dollars = (example: number) =>
  Type.Refine(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000_000_000,
      says: 'dollars above zero, at most 10 billion, without fractions of a cent and without quotation marks',
      example: String(example),
    }),
    (value) => Number(value.toFixed(2)) === value,
  );

const PoolSchema = Type.Object({
  /** The rules of review name the pool of each form by its ID. */
  id,
  title,
  /** Basis points of the net fund. */
  share: basisPoints(5_000),
  /** All claims whose payment would be less drop out at once, and the others are paid once more. */
  minimum: Type.Optional(dollars(5)),
  /** Limits of the payment of each claim. */
  floor: Type.Optional(dollars(10)),
  cap: Type.Optional(dollars(500)),
  /** A claim is paid at most this many times its weight. */
  capMultiple: Type.Optional(
    Type.Refine(
      Type.Number({
        minimum: 0.01,
        says: 'a number above zero with up to two decimals, without quotation marks',
        example: '1',
      }),
      (value) => Number(value.toFixed(2)) === value,
    ),
  ),
  /** For floors that the pool cannot pay: its claims get a part of them, or there is no allocation. */
  floors: Type.Optional(Type.Enum(['refuse', 'prorate'])),
  /** The pool of the same fund that gets what this one cannot use. Without it, that is residual. */
  overflow: Type.Optional(text('consumers')),
  /**
   * The recognized amount, or an amount for the range in which the recognized amount is. The keys
   * are the ranges of the rules of review.
   */
  weight: Type.Union([Type.Literal('recognized-amount'), Type.Object({ amounts: recordOf('range', dollars(25)) })]),
  taxReporting: Type.Enum(['none', '1099-misc']),
  /** The day of the tax opinion, once there is one. */
  taxOpinion: Type.Optional(day),
});
export type Pool = Content<typeof PoolSchema>;

/** A fund is pinned with its version; a change needs a new one. Amounts are dollars. */
const FundSchema = Type.Object({
  /** Names the fund in the database. It must never change. */
  id,
  version,
  /** The claims of this case are paid from the fund. Several funds may pay the same claims. */
  caseId: text('oak'),
  title,
  /** The defendants pay this much into the fund. */
  amount: dollars(1_000_000),
  /** Basis points of the amount. Higher attorneys’ fees are refused. */
  feeAtMost: basisPoints(3_300),
  /** The order breaks ties between equal remainders. */
  pools: Type.Array(PoolSchema, { called: 'pool', by: 'id' }),
});
export type Fund = Content<typeof FundSchema>;

/** The plan of allocation of each fund, in its current version. */
export const FundsSchema = Type.Array(FundSchema, { called: 'fund', by: 'id' });
