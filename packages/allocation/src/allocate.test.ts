import { describe, expect, test } from 'vitest';
import { samplePlan, sampleAllocation } from '../fixtures/sample-allocation.ts';
import { allocate } from './allocate.ts';
import { AllocationError } from './allocation-error.ts';
import { checkPlan } from './check-plan.ts';
import { type AllocationClaim, limitsOf, type PoolPlan } from './plan.ts';

const claim = (number: number, weight: bigint, rest: Partial<AllocationClaim> = {}): AllocationClaim => ({
  claim: String(1_000_000_000 + number),
  pool: 'all',
  weight,
  floor: 0n,
  reserved: false,
  ...rest,
});
const all: PoolPlan = { id: 'all', share: 10_000 };
const centsOf = (netFund: bigint, plan: readonly PoolPlan[], claims: readonly AllocationClaim[]) =>
  [...allocate(netFund, plan, claims).lines].map(({ cents }) => cents);

function problemOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof AllocationError) return { code: error.code, field: error.field, remedy: error.remedy };
    throw error;
  }
  return undefined;
}

test('the worked example of the README', () => {
  const { lines, pools, residual } = sampleAllocation();
  expect([...lines].map(({ cents, outcome }) => [cents, outcome])).toEqual([
    [15_000n, 'capped'],
    [4_000n, 'capped'],
    [1_000n, 'capped'],
    [44_444n, 'paid'],
    [17_778n, 'paid'],
    [17_778n, 'reserved'],
    [0n, 'below-minimum'],
  ]);
  expect(pools).toMatchObject([
    { money: 40_000n, paid: 20_000n, overflowOut: 20_000n, lambda: undefined, left: 0n },
    { money: 60_000n, overflowIn: 20_000n, paid: 80_000n, lambda: { numerator: 1n, denominator: 1_125n }, left: 0n },
  ]);
  expect(residual).toBe(0n);
});

describe('a plan is refused with code, field and remedy', () => {
  const half = { id: 'half', share: 5_000 };
  const cases: readonly (readonly [string, string, readonly PoolPlan[]])[] = [
    ['no-pools', 'pools', []],
    ['shares-sum', 'pools', [half, { ...all, share: 4_999 }]],
    ['share-range', 'pools.all.share', [{ ...all, share: 10_000.5 }]],
    [
      'share-range',
      'pools.all.share',
      [
        { ...all, share: -1 },
        { id: 'other', share: 10_001 },
      ],
    ],
    ['pool-id', 'pools.A, B.id', [{ ...all, id: 'A, B' }]],
    ['pool-repeated', 'pools.half.id', [half, half]],
    ['not-negative', 'pools.all.floor', [{ ...all, floor: -1n }]],
    ['floor-and-minimum', 'pools.all.minimum', [{ ...all, floor: 1n, minimum: 1n }]],
    ['cap-below-floor', 'pools.all.cap', [{ ...all, floor: 500n, cap: 499n }]],
    ['cap-below-minimum', 'pools.all.cap', [{ ...all, minimum: 500n, cap: 499n }]],
    ['overflow-unknown', 'pools.all.overflow', [{ ...all, overflow: 'others' }]],
    ['overflow-circle', 'pools.all.overflow', [{ ...all, overflow: 'all' }]],
  ];
  test.each(cases)('%s at %s', (code, field, plan) => {
    const problem = checkPlan(plan).find((each) => each.code === code && each.field === field);
    expect(problem?.remedy).toMatch(/^[A-Z].*\.$/);
    expect(problemOf(() => allocate(1n, plan, []))).toEqual(checkPlan(plan)[0]);
  });
  test('a pool that leads into a circle of others is not part of it', () => {
    const circle = [
      { id: 'first', share: 4_000, overflow: 'second' },
      { id: 'second', share: 2_000, overflow: 'third' },
      { id: 'third', share: 2_000, overflow: 'fourth' },
      { id: 'fourth', share: 2_000, overflow: 'second' },
    ];
    const fields = ['pools.second.overflow', 'pools.third.overflow', 'pools.fourth.overflow'];
    expect(checkPlan(circle).map(({ field }) => field)).toEqual(fields);
  });
});

describe('a fund or claim is refused with code, field and remedy', () => {
  const withCap = { ...all, cap: 900n };
  const cases: readonly (readonly [string, string, bigint, PoolPlan, readonly AllocationClaim[]])[] = [
    ['net-fund-range', 'netFund', -1n, all, []],
    ['net-fund-range', 'netFund', 2n ** 63n, all, []],
    ['pool-unknown', 'claims.1000000001.pool', 1n, all, [claim(1, 1n, { pool: 'other' })]],
    ['claim-number', 'claims.1,2.claim', 1n, all, [claim(1, 1n, { claim: '1,2' })]],
    ['claim-repeated', 'claims.1000000001.claim', 1n, all, [claim(2, 1n), claim(1, 1n), claim(1, 2n)]],
    ['not-negative', 'claims.1000000001.weight', 1n, all, [claim(1, -1n)]],
    ['not-negative', 'claims.1000000001.floor', 1n, all, [claim(1, 1n, { floor: -1n })]],
    ['not-negative', 'claims.1000000001.cap', 1n, all, [claim(1, 1n, { cap: -1n })]],
    ['weight-range', 'claims.1000000001.weight', 1n, all, [claim(1, 10n ** 30n + 1n)]],
    ['cap-below-floor', 'claims.1000000001.cap', 1n, all, [claim(1, 1n, { floor: 2n, cap: 1n })]],
    ['floor-and-minimum', 'claims.1000000001.floor', 1n, { ...all, minimum: 1n }, [claim(1, 1n, { floor: 2n })]],
    ['limits-differ', 'claims.1000000001.cap', 1n, withCap, [claim(1, 1n)]],
    ['limits-differ', 'claims.1000000001.floor', 1n, withCap, [claim(1, 1n, { floor: 1n, cap: 900n })]],
    [
      'floors-exceed-pool',
      'pools.all.floors',
      999n,
      all,
      [claim(1, 1n, { floor: 500n }), claim(2, 1n, { floor: 500n })],
    ],
    ['weights-all-zero', 'pools.all', 1n, all, [claim(1, 0n), claim(2, 0n)]],
  ];
  test.each(cases)('%s at %s', (code, field, netFund, plan, claims) => {
    const problem = problemOf(() => allocate(netFund, [plan], claims));
    expect([problem?.code, problem?.field]).toEqual([code, field]);
    expect(problem?.remedy).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what the text leaves open', () => {
  test('a pool without claims leaves its money to its overflow, or to nobody', () => {
    const plan = [
      { ...all, share: 4_000, overflow: 'rest' },
      { id: 'rest', share: 6_000 },
    ];
    expect(allocate(1_001n, plan, [])).toMatchObject({
      residual: 1_001n,
      pools: [{ overflowOut: 400n }, { left: 1_001n }],
    });
  });
  test('a claim of weight 0 gets its floor, and its cap does not use up money', () => {
    const claims = [claim(1, 0n, { floor: 5n, cap: 50n }), claim(2, 1n, { cap: 50n })];
    expect(centsOf(100n, [all], claims)).toEqual([5n, 50n]);
    expect(centsOf(40n, [all], claims)).toEqual([5n, 35n]);
  });
  test('weights that are all zero do no harm while floors use up the pool', () => {
    expect(centsOf(10n, [all], [claim(1, 0n, { floor: 5n }), claim(2, 0n, { floor: 5n })])).toEqual([5n, 5n]);
    expect(centsOf(0n, [all], [claim(1, 0n)])).toEqual([0n]);
  });
  test('floors that exceed the pool are prorated on request', () => {
    const claims = [claim(1, 9n, { floor: 500n }), claim(2, 1n, { floor: 250n }), claim(3, 1n)];
    expect(centsOf(500n, [{ ...all, floors: 'prorate' }], claims)).toEqual([333n, 167n, 0n]);
  });
  test('money from an overflow counts before floors are refused', () => {
    const plan = [
      { ...all, share: 0 },
      { id: 'source', share: 10_000, overflow: 'all' },
    ];
    expect(centsOf(100n, plan, [claim(1, 1n, { floor: 60n })])).toEqual([100n]);
  });
  // “What one pool does not use goes to the other pool.”
  test.each([
    ['the first gives', ['b'], { b: 1_000n }, [400n, 0n], 0n],
    ['the second gives', ['a'], { a: 1_000n }, [0n, 600n], 0n],
    ['nobody can use it', [], {}, [400n, 0n], 1_000n],
  ])('of two pools that overflow into each other, %s', (_name, members, paid, given, residual) => {
    const pair = [
      { id: 'a', share: 4_000, overflow: 'b' },
      { id: 'b', share: 6_000, overflow: 'a' },
    ];
    const result = allocate(
      1_000n,
      pair,
      members.map((pool, index) => claim(index, 1n, { pool })),
    );
    expect(Object.fromEntries([...result.lines].map(({ pool, cents }) => [pool, cents]))).toEqual(paid);
    expect(result.pools.map(({ overflowOut }) => overflowOut)).toEqual(given);
    expect(result.residual).toBe(residual);
  });
  test('what the other of two pools cannot use pays the floors of the first', () => {
    const pair = [
      { id: 'a', share: 4_000, floor: 500n, overflow: 'b' },
      { id: 'b', share: 6_000, overflow: 'a' },
    ];
    const { lines } = allocate(1_000n, pair, [claim(0, 1n, { pool: 'a', floor: 500n })]);
    expect([...lines].map(({ cents }) => cents)).toEqual([1_000n]);
  });
  test('overflow goes on from pool to pool', () => {
    const plan = ['a', 'b', 'c'].map((id, index) => ({ id, share: [10_000, 0, 0][index] ?? 0, cap: 10n }));
    const chain = plan.map((pool, index) => ({ ...pool, ...(index < 2 ? { overflow: 'bc'[index] ?? '' } : {}) }));
    const claims = plan.map(({ id, cap }, index) => claim(index, 1n, { pool: id, cap }));
    const { pools, residual } = allocate(100n, chain, claims);
    expect(pools.map(({ paid, overflowOut }) => [paid, overflowOut])).toEqual([
      [10n, 90n],
      [10n, 80n],
      [10n, 0n],
    ]);
    expect(residual).toBe(70n);
  });
  test('when all claims are below the minimum, nobody is paid', () => {
    const { lines, residual } = allocate(100n, [{ ...all, minimum: 60n }], [claim(1, 1n), claim(2, 1n)]);
    expect([...lines].map(({ outcome }) => outcome)).toEqual(['below-minimum', 'below-minimum']);
    expect(residual).toBe(100n);
  });
  test('a claim at its cap gets none of the missing cents', () => {
    const claims = [claim(1, 1n, { cap: 3n }), claim(2, 1n), claim(3, 1n)];
    expect(centsOf(10n, [all], claims)).toEqual([3n, 4n, 3n]);
  });
  test('λ among breakpoints that are close together', () => {
    const caps = [100_000_002n, 100_000_000n, 99_999_998n];
    const claims = caps.map((cap, index) => claim(index, 10n ** 8n, { cap }));
    expect(centsOf(299_999_999n, [all], claims)).toEqual([100_000_001n, 100_000_000n, 99_999_998n]);
  });
  test('money for exactly all caps needs no λ', () => {
    const { lines, pools } = allocate(30n, [all], [claim(1, 1n, { cap: 10n }), claim(2, 9n, { cap: 20n })]);
    expect([...lines].map(({ cents, outcome }) => [cents, outcome])).toEqual([
      [10n, 'capped'],
      [20n, 'capped'],
    ]);
    expect(pools[0]?.lambda).toBeUndefined();
  });
  test('of several λ that pay the same, the lowest counts', () => {
    const claims = [claim(1, 100n, { cap: 10n }), claim(2, 1n, { floor: 5n })];
    expect(allocate(15n, [all], claims).pools[0]?.lambda).toEqual({ numerator: 1n, denominator: 10n });
    expect(allocate(5n, [all], claims).pools[0]?.lambda).toEqual({ numerator: 0n, denominator: 1n });
  });
});

describe('weights of any size', () => {
  const million = 10n ** 19n;
  test('a hundredth of a cent beside 10^15 dollars', () => {
    expect(centsOf(million / 100n - 2n ** 10n, [all], [claim(1, 1n), claim(2, million)])).toEqual([
      0n,
      99_999_999_999_998_976n,
    ]);
    expect(centsOf(3n, [all], [claim(1, 1n), claim(2, 1n), claim(3, 2n)])).toEqual([1n, 1n, 1n]);
  });
  test('doubles cannot tell where λ is, so all breakpoints are ordered exactly', () => {
    const cap = 2n ** 60n;
    expect(centsOf(cap + 5n, [all], [claim(1, million, { cap }), claim(2, 1n)])).toEqual([cap, 5n]);
    expect(centsOf(cap + 5n, [all], [claim(1, million, { cap }), claim(2, 3n, { floor: 1n }), claim(3, 2n)])).toEqual([
      cap,
      3n,
      2n,
    ]);
  });
  test('doubles see no claim between floor and cap', () => {
    const cap = 2n ** 60n;
    const claims = [claim(1, million, { cap }), claim(2, 1n, { floor: 10n ** 6n })];
    expect(centsOf(cap + 10n ** 6n + 5n, [all], claims)).toEqual([cap, 10n ** 6n + 5n]);
  });
  test('doubles cannot tell two remainders apart', () => {
    // The exact payments are 1 cent times w / 2^61: the remainders of the first two differ by 2^-61.
    const weights = [2n ** 60n - 1n, 2n ** 60n + 1n];
    expect(
      centsOf(
        1n,
        [all],
        weights.map((weight, index) => claim(index, weight)),
      ),
    ).toEqual([0n, 1n]);
  });
});

test('limits of a pool: the lower cap counts, cut to whole cents, and no floor is above it', () => {
  const pool = { ...all, floor: 500n, cap: 2_000n, capMultiple: 15_000n };
  expect(limitsOf(pool, 1_000_000n)).toEqual({ floor: 500n, cap: 2_000n });
  expect(limitsOf(pool, 100_033n)).toEqual({ floor: 500n, cap: 1_500n });
  expect(limitsOf(pool, 10_000n)).toEqual({ floor: 150n, cap: 150n });
  expect(limitsOf(all, 10_000n)).toEqual({ floor: 0n, cap: undefined });
  expect(checkPlan(samplePlan)).toEqual([]);
});

test('left-over cents of the fund go to the pools with the largest remainders, ties in the order of the plan', () => {
  const plan = [3_333, 3_333, 3_334].map((share, index) => ({ id: `pool-${index}`, share }));
  expect(allocate(100n, plan, []).pools.map(({ money }) => money)).toEqual([33n, 33n, 34n]);
  expect(allocate(101n, plan, []).pools.map(({ money }) => money)).toEqual([34n, 33n, 34n]);
});
