import { AllocationError, formatCents } from './allocation-error.ts';
import { findLargestRemainders } from './round-cents.ts';
import { type Entitlement, solve } from './solve.ts';
import type { AllocationClaim, Fraction, Outcome, PoolPlan } from './plan.ts';

const outcomes = ['paid', 'capped', 'below-minimum', 'zero', 'reserved'] as const satisfies readonly Outcome[];
const codeOf = (outcome: Outcome): number => outcomes.indexOf(outcome);

export interface Division {
  readonly lambda: Fraction | undefined;
  readonly paid: bigint;
  /** The payment and the outcome of the claim at this position. */
  lineAt(position: number): { readonly cents: bigint; readonly outcome: Outcome };
}

/** Divides the money of a pool among its claims, which come by claim number. */
export function dividePool(money: bigint, pool: PoolPlan, claims: readonly AllocationClaim[]): Division {
  const first = entitle(money, pool, claims);
  const { minimum = 0n } = pool;
  const limit = minimum * first.denominator;
  // All claims below the minimum leave at once. Dropping one by one would let some of them stay.
  const remaining = minimum === 0n ? claims : claims.filter((claim) => first.shareOf(claim) >= limit);
  const last = remaining === claims ? first : entitle(money, pool, remaining);

  const cents = new BigInt64Array(claims.length);
  const codes = new Uint8Array(claims.length);
  const remainders = new Float64Array(claims.length);
  let paid = 0n;
  let remainderSum = 0n;
  claims.forEach((claim, position) => {
    if (minimum > 0n && first.shareOf(claim) < limit) {
      codes[position] = codeOf(claim.weight === 0n ? 'zero' : 'below-minimum');
      return;
    }
    const share = last.shareOf(claim);
    const whole = share / last.denominator;
    const remainder = share - whole * last.denominator;
    cents[position] = whole;
    paid += whole;
    remainderSum += remainder;
    remainders[position] = Number(remainder);
    if (remainder === 0n && whole === claim.cap) codes[position] = codeOf('capped');
  });
  // The exact payments sum to whole cents, so their remainders do, too.
  const missing = remainderSum / last.denominator;
  const remainderAt = (position: number) => {
    const claim = claims[position];
    return claim ? last.shareOf(claim) % last.denominator : 0n;
  };
  for (const position of findLargestRemainders(Number(missing), remainders, remainderAt))
    cents[position] = (cents[position] ?? 0n) + 1n;
  return {
    lambda: last.lambda,
    paid: paid + missing,
    lineAt(position) {
      const amount = cents[position] ?? 0n;
      const outcome = outcomes[codes[position] ?? 0] ?? 'zero';
      const isReserved = claims[position]?.reserved === true;
      if (isReserved) return { cents: amount, outcome: 'reserved' };
      return { cents: amount, outcome: amount === 0n && outcome !== 'below-minimum' ? 'zero' : outcome };
    },
  };
}

/** Solves a pool, and refuses one whose rules do not say how to share its money. */
function entitle(money: bigint, { id, floors }: PoolPlan, claims: readonly AllocationClaim[]): Entitlement {
  const solved = solve(money, claims);
  if (solved.kind === 'floors' && floors !== 'prorate')
    throw new AllocationError({
      code: 'floors-exceed-pool',
      field: `pools.${id}.floors`,
      remedy: `Lower the floors or raise the share, or set floors to prorate. The floors sum to ${formatCents(solved.denominator)}, and the pool has ${formatCents(money)}.`,
    });
  if (solved.kind === 'no-weight')
    throw new AllocationError({
      code: 'weights-all-zero',
      field: `pools.${id}`,
      remedy: `Check the decisions of this pool: every claim recognizes $0.00, so no one gets its ${formatCents(money)}. Recognize an amount, and compute again.`,
    });
  return solved;
}
