import { pools } from '../facts.ts';

/**
 * Assumptions of a plan’s example, in dollars. The real sums are unknown until all claims are
 * filed.
 */
export interface SupposedSums {
  readonly fees: number;
  /** Expenses, service awards, administration costs and taxes. */
  readonly otherCosts: number;
  /** The total spend of all accepted claims in a pool, and the spend of the example’s claimant. */
  readonly consumers: { readonly allClaims: number; readonly oneClaim: number };
  readonly thirdPartyPayors: { readonly allClaims: number; readonly oneClaim: number };
}
export interface AllocationExample {
  readonly netFund: number;
  readonly consumers: PoolExample;
  readonly thirdPartyPayors: PoolExample;
}
interface PoolExample {
  /** Amounts in dollars. */
  readonly pool: number;
  /** A share of the pool, from 0 to 1. */
  readonly share: number;
  /** An amount in dollars and cents. */
  readonly payment: number;
}

/**
 * Calculates the plan for one claim of each pool: the net fund, two pools, and shares by accepted
 * spend.
 */
export function computeExample(fund: number, supposed: SupposedSums): AllocationExample {
  const netFund = fund - supposed.fees - supposed.otherCosts;
  const inPool = (percent: number, { allClaims, oneClaim }: SupposedSums['consumers']): PoolExample => {
    const pool = toCents((netFund * percent) / 100);
    const share = oneClaim / allClaims;
    return { pool, share, payment: toCents(pool * share) };
  };
  return {
    netFund,
    consumers: inPool(pools.consumers, supposed.consumers),
    thirdPartyPayors: inPool(pools.thirdPartyPayors, supposed.thirdPartyPayors),
  };
}

function toCents(sum: number): number {
  return Math.round(sum * 100) / 100;
}
