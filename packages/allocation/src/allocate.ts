import { AllocationError, type AllocationProblem, formatCents } from './allocation-error.ts';
import { checkPlan, findPartner } from './check-plan.ts';
import { type Division, dividePool } from './divide-pool.ts';
import { findLargestRemainders } from './round-cents.ts';
import {
  type Allocation,
  type AllocationClaim,
  type AllocationLine,
  limitsOf,
  type PoolPlan,
  type PoolResult,
  statesLimits,
  wholeFund,
} from './plan.ts';

/** Cents are kept in 64 bits, here and in the database. */
const maxCents = 2n ** 63n - 1n;
/** Far above any amount, and far below the largest double. */
const maxWeight = 10n ** 30n;

/**
 * Divides a net fund of whole cents among claims, in any order. Throws an AllocationError when the
 * plan or a claim is wrong, or the rules do not say how to divide the money.
 */
export function allocate(netFund: bigint, plan: readonly PoolPlan[], claims: Iterable<AllocationClaim>): Allocation {
  const [problem] = checkPlan(plan);
  if (problem) throw new AllocationError(problem);
  if (netFund < 0n || netFund > maxCents)
    throw new AllocationError({
      code: 'net-fund-range',
      field: 'netFund',
      remedy:
        netFund < 0n
          ? `The net fund is ${formatCents(-netFund)} below zero: more was ordered than came in. Check contributions, fees and expenses, and compute again.`
          : `Check contributions, fees and expenses: the net fund can be at most ${formatCents(maxCents)}.`,
    });
  const sorted = readClaims(plan, claims);
  const claimsOf = new Map(plan.map(({ id }) => [id, sorted.filter(({ pool }) => pool === id)]));
  const moneyOf = shareOut(netFund, plan);
  const divided = dividePools(plan, moneyOf, claimsOf);
  const pools = plan.flatMap(({ id }) => divided.get(id)?.result ?? []);
  return {
    netFund,
    plan,
    pools,
    residual: pools.reduce((sum, { left }) => sum + left, 0n),
    lines: { [Symbol.iterator]: () => readLines(sorted, divided) },
  };
}

/** Divides the net fund among the pools: whole cents by share, the rest by largest remainder. */
function shareOut(netFund: bigint, plan: readonly PoolPlan[]): Map<string, bigint> {
  const whole = BigInt(wholeFund);
  const shares = plan.map(({ share }) => netFund * BigInt(share));
  const remainders = shares.map((share) => share % whole);
  const missing = remainders.reduce((sum, remainder) => sum + remainder, 0n) / whole;
  const roundedUp = new Set(
    findLargestRemainders(Number(missing), Float64Array.from(remainders, Number), (index) => remainders[index] ?? 0n),
  );
  return new Map(plan.map(({ id }, index) => [id, (shares[index] ?? 0n) / whole + (roundedUp.has(index) ? 1n : 0n)]));
}

interface DividedPool {
  readonly division: Division;
  readonly result: PoolResult;
}

/**
 * A pool is divided once all pools that overflow into it are, so with all its money at once. Of two
 * pools that overflow into each other, the first in the plan's order that cannot use all its money
 * gives, and the other keeps what it cannot use.
 */
function dividePools(
  plan: readonly PoolPlan[],
  moneyOf: ReadonlyMap<string, bigint>,
  claimsOf: ReadonlyMap<string, readonly AllocationClaim[]>,
): Map<string, DividedPool> {
  const divided = new Map<string, DividedPool>();
  const arrivedAt = ({ id }: PoolPlan) =>
    plan
      .filter(({ overflow }) => overflow === id)
      .reduce((sum, source) => sum + (divided.get(source.id)?.result.overflowOut ?? 0n), 0n);
  const moneyAt = (pool: PoolPlan) => (moneyOf.get(pool.id) ?? 0n) + arrivedAt(pool);
  const divide = (pool: PoolPlan, money: bigint) => {
    const division = dividePool(money, pool, claimsOf.get(pool.id) ?? []);
    return { division, unused: money - division.paid };
  };
  const store = ({ id }: PoolPlan, { division, unused }: ReturnType<typeof divide>, overflowOut: bigint) => {
    const money = moneyOf.get(id) ?? 0n;
    const { paid, lambda } = division;
    const overflowIn = unused + paid - money;
    const claims = claimsOf.get(id)?.length ?? 0;
    const result = { id, claims, money, overflowIn, overflowOut, lambda, paid, left: unused - overflowOut };
    divided.set(id, { division, result });
  };
  while (divided.size < plan.length) {
    for (const pool of plan) {
      const { id, overflow } = pool;
      const partner = findPartner(pool, plan);
      const isWaiting = plan.some(
        (source) =>
          source !== pool &&
          source !== partner &&
          (source.overflow === id || (partner && source.overflow === partner.id)) &&
          !divided.has(source.id),
      );
      if (divided.has(id) || isWaiting) continue;
      if (partner) {
        const alone = unlessFloorsExceed(() => divide(pool, moneyAt(pool)));
        const given = alone?.unused ?? 0n;
        const other = divide(partner, moneyAt(partner) + given);
        const back = given === 0n ? other.unused : 0n;
        const first = alone && back === 0n ? alone : divide(pool, moneyAt(pool) + back);
        store(pool, first, given);
        store(partner, other, back);
      } else {
        const whole = divide(pool, moneyAt(pool));
        store(pool, whole, overflow === undefined ? 0n : whole.unused);
      }
    }
  }
  return divided;
}

/** The floors of one pool of two may be paid with what the other cannot use. */
function unlessFloorsExceed<Result>(divide: () => Result): Result | undefined {
  try {
    return divide();
  } catch (error) {
    if (error instanceof AllocationError && error.code === 'floors-exceed-pool') return undefined;
    throw error;
  }
}

function* readLines(
  sorted: readonly AllocationClaim[],
  divided: ReadonlyMap<string, DividedPool>,
): Generator<AllocationLine> {
  const pools = new Map([...divided].map(([id, { division }]) => [id, { division, next: 0 }]));
  for (const claim of sorted) {
    const pool = pools.get(claim.pool);
    if (pool) yield { ...claim, ...pool.division.lineAt(pool.next++) };
  }
}

/** Checks all claims and orders them by claim number. */
function readClaims(plan: readonly PoolPlan[], claims: Iterable<AllocationClaim>): AllocationClaim[] {
  const pools = new Map(plan.map((pool) => [pool.id, pool]));
  const read: AllocationClaim[] = [];
  let isSorted = true;
  for (const each of claims) {
    const pool = pools.get(each.pool);
    if (!pool) throw refuse(each, 'pool', 'pool-unknown', 'Enter the ID of a pool of the plan.');
    checkClaim(each, pool);
    const { claim, weight, floor, cap, reserved } = each;
    if (isSorted && claim <= (read.at(-1)?.claim ?? '')) isSorted = false;
    read.push({ claim, pool: pool.id, weight, floor, cap, reserved });
  }
  if (isSorted) return read;
  read.sort((a, b) => (a.claim < b.claim ? -1 : a.claim > b.claim ? 1 : 0));
  const repeated = read.find(({ claim }, index) => claim === read[index + 1]?.claim);
  if (repeated)
    throw refuse(repeated, 'claim', 'claim-repeated', 'A claim can be in one pool, once: remove the other.');
  return read;
}

function checkClaim(each: AllocationClaim, pool: PoolPlan): void {
  const { claim, weight, floor, cap } = each;
  if (!/^[0-9A-Za-z-]{1,40}$/.test(claim))
    throw refuse(each, 'claim', 'claim-number', 'Use 1 to 40 letters, digits and hyphens.');
  if (weight < 0n) throw refuse(each, 'weight', 'not-negative', 'Enter 0 or more.');
  if (weight > maxWeight) throw refuse(each, 'weight', 'weight-range', `Enter ${maxWeight} at most.`);
  if (floor < 0n) throw refuse(each, 'floor', 'not-negative', 'Enter 0 or more.');
  if (cap !== undefined && cap < 0n) throw refuse(each, 'cap', 'not-negative', 'Enter 0 or more.');
  if (cap !== undefined && cap < floor)
    throw refuse(each, 'cap', 'cap-below-floor', `Raise the cap to the floor of ${floor} cents, or lower the floor.`);
  if (pool.minimum !== undefined && floor > 0n)
    throw refuse(each, 'floor', 'floor-and-minimum', `Remove the floor: the pool ${pool.id} has a minimum.`);
  if (!statesLimits(pool)) return;
  const limits = limitsOf(pool, weight);
  if (floor !== limits.floor || cap !== limits.cap) {
    const field = floor === limits.floor ? 'cap' : 'floor';
    throw refuse(
      each,
      field,
      'limits-differ',
      `The plan gives this claim ${limits[field] ?? 'no'} cents: use limitsOf.`,
    );
  }
}

function refuse(
  { claim }: AllocationClaim,
  name: keyof AllocationClaim,
  code: AllocationProblem['code'],
  remedy: string,
): AllocationError {
  return new AllocationError({ code, field: `claims.${claim}.${name}`, remedy });
}
