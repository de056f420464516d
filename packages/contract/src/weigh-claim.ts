import { type AllocationClaim, limitsOf, type PoolPlan } from '@redress/allocation/plan';
import { type Fund, type Pool, wholeFund } from './funds.ts';
import type { RecognizedRule } from './review-rules.ts';
import type { Settlement } from './settlement.ts';

export const centsOf = (dollars: number): bigint => BigInt(Math.round(dollars * 100));

/** Weights are ten-thousandths of a dollar, as recognized amounts are. */
const perCent = 100n;
const weightOf = (dollars: number): bigint => centsOf(dollars) * perCent;

/** A pool as the allocation computes it, in cents. */
export const planOf = ({ id, share, minimum, floor, cap, capMultiple, floors, overflow }: Pool): PoolPlan => ({
  id,
  share,
  ...(minimum !== undefined && { minimum: centsOf(minimum) }),
  ...(floor !== undefined && { floor: centsOf(floor) }),
  ...(cap !== undefined && { cap: centsOf(cap) }),
  /** Basis points of a claim’s weight. */
  ...(capMultiple !== undefined && { capMultiple: BigInt(Math.round(capMultiple * wholeFund)) }),
  ...(floors !== undefined && { floors }),
  ...(overflow !== undefined && { overflow }),
});

interface RecognizedClaim {
  readonly caseId: string;
  readonly formId: string;
  /**
   * Ten-thousandths of a dollar: the recognized amount of the decision, or the claimed one while a
   * dispute is open.
   */
  readonly recognized: bigint;
}
type WeighedClaim = Omit<AllocationClaim, 'claim' | 'reserved'>;

/** Finds a claim’s pool and what it counts there. Undefined: the fund does not pay such claims. */
export function weighClaim(
  fund: Fund,
  { review }: Pick<Settlement, 'review'>,
  { caseId, formId, recognized }: RecognizedClaim,
): WeighedClaim | undefined {
  const rule = caseId === fund.caseId ? review.recognized[formId] : undefined;
  const pool = fund.pools.find(({ id }) => id === rule?.pool);
  if (!rule || !pool) return undefined;
  const weight =
    pool.weight === 'recognized-amount' ? recognized : amountOfRange(pool.weight.amounts, rule, recognized);
  return { pool: pool.id, weight, ...limitsOf(planOf(pool), weight) };
}

/**
 * Finds the amount for the range of the recognized amount. An approval recognizes an amount within
 * the range that the claimant chose; after a reduction, a lower range counts.
 */
function amountOfRange(amounts: Readonly<Record<string, number>>, rule: RecognizedRule, recognized: bigint): bigint {
  const [range] =
    Object.entries(rule.rule === 'range' ? rule.ranges : {})
      .filter(([, { from }]) => weightOf(from) <= recognized)
      .toSorted(([, one], [, other]) => other.from - one.from)[0] ?? [];
  return weightOf((range !== undefined && amounts[range]) || 0);
}
