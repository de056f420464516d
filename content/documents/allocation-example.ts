import { pools } from '../facts.ts';

/**
 * What the worked example of a plan supposes, in dollars. Nobody knows these sums before all claims
 * are in.
 */
export interface SupposedSums {
  readonly fees: number;
  /** Expenses, service awards, administration costs and taxes. */
  readonly otherCosts: number;
  /** What all accepted claims of a pool spent, and what the claimant of the example spent. */
  readonly consumers: { readonly allClaims: number; readonly oneClaim: number };
  readonly thirdPartyPayors: { readonly allClaims: number; readonly oneClaim: number };
}
export interface AllocationExample {
  readonly netFund: number;
  readonly consumers: PoolExample;
  readonly thirdPartyPayors: PoolExample;
}
interface PoolExample {
  /** In dollars. */
  readonly pool: number;
  /** Of the pool, from 0 to 1. */
  readonly share: number;
  /** In dollars, to the cent. */
  readonly payment: number;
}

/**
 * The plan's calculation (specification's facts: net fund, two pools, share by accepted spend) for
 * one claim of each pool.
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
