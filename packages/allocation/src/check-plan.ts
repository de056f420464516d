import { type AllocationProblem, formatCents } from './allocation-error.ts';
import { type PoolPlan, wholeFund } from './plan.ts';

/** Finds what is wrong with a plan, before any claim is known. */
export function checkPlan(pools: readonly PoolPlan[]): AllocationProblem[] {
  if (pools.length === 0) return [{ code: 'no-pools', field: 'pools', remedy: 'Add at least one pool.' }];
  const problems = pools.flatMap((pool, index) => checkPool(pool, pools.slice(0, index), pools));
  const sum = pools.reduce((total, { share }) => total + share, 0);
  if (sum !== wholeFund)
    problems.push({
      code: 'shares-sum',
      field: 'pools',
      remedy: `Make the shares sum to ${wholeFund} basis points. They sum to ${sum}.`,
    });
  return problems;
}

function checkPool(pool: PoolPlan, earlier: readonly PoolPlan[], pools: readonly PoolPlan[]): AllocationProblem[] {
  const { id, share, minimum, floor, cap, capMultiple, overflow } = pool;
  const problems: AllocationProblem[] = [];
  const add = (code: AllocationProblem['code'], name: keyof PoolPlan, remedy: string) =>
    problems.push({ code, field: `pools.${id}.${name}`, remedy });
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(id))
    add('pool-id', 'id', 'Use 1 to 40 lowercase letters, digits and hyphens, such as consumers.');
  if (earlier.some((other) => other.id === id))
    add('pool-repeated', 'id', `Give this pool another ID: another pool is “${id}”, too.`);
  if (!Number.isInteger(share) || share < 0 || share > wholeFund)
    add('share-range', 'share', `Enter a whole number of basis points from 0 to ${wholeFund}.`);
  for (const [name, value] of Object.entries({ minimum, floor, cap, capMultiple }))
    if (value !== undefined && value < 0n)
      problems.push({ code: 'not-negative', field: `pools.${id}.${name}`, remedy: 'Enter 0 or more.' });
  if (minimum !== undefined && floor !== undefined)
    add('floor-and-minimum', 'minimum', 'Remove the minimum or the floor: a pool can’t have both.');
  if (cap !== undefined && floor !== undefined && cap < floor)
    add('cap-below-floor', 'cap', `Raise the cap to the floor of ${formatCents(floor)}, or lower the floor.`);
  if (cap !== undefined && minimum !== undefined && cap < minimum)
    add(
      'cap-below-minimum',
      'cap',
      `Raise the cap to the minimum of ${formatCents(minimum)}, or lower the minimum. Otherwise, no claim could be paid.`,
    );
  if (overflow !== undefined && !pools.some((other) => other.id === overflow))
    add('overflow-unknown', 'overflow', 'Enter the ID of another pool of this fund.');
  else if (findCircle(pool, pools).length > 0)
    add(
      'overflow-circle',
      'overflow',
      'Remove one overflow of the circle. Only two pools may overflow into each other.',
    );
  return problems;
}

/** Finds the pool with which a pool exchanges what one of them cannot use: each overflows into the other. */
export function findPartner({ id, overflow }: PoolPlan, pools: readonly PoolPlan[]): PoolPlan | undefined {
  return overflow === id ? undefined : pools.find((other) => other.id === overflow && other.overflow === id);
}

type Overflowing = Pick<PoolPlan, 'id'> & { readonly overflow?: string | undefined };

/** The pools through which the overflow of a pool comes back to it. Two that exchange it are no circle. */
export function findCircle(pool: Overflowing, pools: readonly Overflowing[]): string[] {
  const way: string[] = [];
  for (let next = pool.overflow; next !== undefined && !way.includes(next);) {
    way.push(next);
    next = pools.find(({ id }) => id === way.at(-1))?.overflow;
  }
  return way.at(-1) === pool.id && way.length !== 2 ? way : [];
}
