import type { PoolPlan } from '@redress/allocation/plan';
import type { NewAllocation } from '@redress/contract/console/allocations';
import type { Fund } from '@redress/contract/funds';
import { planOf } from '@redress/contract/weigh-claim';

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

/**
 * The pools as the engine divides them. Pools may name each other for the money that they cannot
 * use; the engine refuses such a circle. A pool without a cap leaves no money to another one as long
 * as it has a claim to pay, so its end of the circle is left out; so is that of a pool whose money
 * nobody could get there either.
 * @param payable the pools that have claims with a weight
 */
export function plansOf({ pools }: Fund, payable: ReadonlySet<string>): PoolPlan[] {
  const plans: PoolPlan[] = pools.map(planOf);
  for (const [index, pool] of plans.entries()) {
    const { overflow, ...without } = pool;
    const usesAll = payable.has(pool.id) && pool.cap === undefined && pool.capMultiple === undefined;
    if (overflow !== undefined && (usesAll || !payable.has(overflow)) && isInCircle(pool, plans))
      plans[index] = without;
  }
  return plans;
}

function isInCircle({ id, overflow }: PoolPlan, plans: readonly PoolPlan[]): boolean {
  let next = overflow;
  for (let steps = 0; next !== undefined && next !== id && steps < plans.length; steps += 1)
    next = plans.find((plan) => plan.id === next)?.overflow;
  return next === id;
}
