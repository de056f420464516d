import type { NewAllocation } from '@redress/contract/console/allocations';
import type { Fund } from '@redress/contract/funds';

/** The fund with the limits of a scenario in place of the plan’s. */
export function withLimits(fund: Fund, limits: NewAllocation['limits']): Fund {
  return {
    ...fund,
    pools: fund.pools.map(({ minimum, floor, cap, ...pool }) => ({
      ...pool,
      ...limitOf('minimum', minimum, limits[pool.id]),
      ...limitOf('floor', floor, limits[pool.id]),
      ...limitOf('cap', cap, limits[pool.id]),
    })),
  };
}

type Limits = NewAllocation['limits'][string];

/** The plan’s limit, unless the scenario names another or none. */
function limitOf(name: keyof Limits, planned: number | undefined, limits: Limits | undefined) {
  const changed = limits?.[name];
  const dollars = changed === undefined ? planned : changed === null ? undefined : Number(changed);
  return dollars === undefined ? {} : { [name]: dollars };
}
