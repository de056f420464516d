import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { allocateNaively } from '../fixtures/naive-allocation.ts';
import { type Fund, funds } from '../fixtures/random-funds.ts';
import { sampleFile } from '../fixtures/sample-allocation.ts';
import { allocate } from './allocate.ts';
import { AllocationError } from './allocation-error.ts';
import type { Allocation, PoolPlan } from './plan.ts';

const paymentsOf = (allocation: Allocation) => new Map([...allocation.lines].map(({ claim, cents }) => [claim, cents]));

/** Returns the code of the error instead, if the fund cannot be allocated. */
function tryAllocate({ netFund, plan, claims }: Fund): Allocation | string {
  try {
    return allocate(netFund, plan, claims);
  } catch (error) {
    if (error instanceof AllocationError) return error.code;
    throw error;
  }
}

/** The limits of the claims stay as they are, because limits of a pool would grow with the weights. */
const withoutPoolLimits = (plan: readonly PoolPlan[]): PoolPlan[] =>
  plan.map(({ floor: _floor, cap: _cap, capMultiple: _multiple, ...pool }) => pool);

function hashPayments(fund: Fund): string {
  const allocation = tryAllocate(fund);
  const text = typeof allocation === 'string' ? allocation : JSON.stringify([...paymentsOf(allocation)].map(String));
  return createHash('sha256').update(text).digest('hex');
}

afterEach(() => void vi.useRealTimers());

test('checks 1 and 2: sums, limits and each cent equal a second implementation with fractions', () => {
  const seen = { allocated: 0, 'floors-exceed-pool': 0, 'weights-all-zero': 0 };
  fc.assert(
    fc.property(funds, (fund) => {
      const { netFund, plan, claims } = fund;
      const allocation = tryAllocate(fund);
      if (typeof allocation === 'string') {
        // When two pools are wrong, either may be found first.
        expect(() => allocateNaively(netFund, plan, claims)).toThrow(/^(floors-exceed-pool|weights-all-zero)$/);
        seen[allocation === 'weights-all-zero' ? allocation : 'floors-exceed-pool'] += 1;
        return;
      }
      seen.allocated += 1;
      const naive = allocateNaively(netFund, plan, claims);
      expect(paymentsOf(allocation)).toEqual(new Map([...naive.payments].sort(([a], [b]) => (a < b ? -1 : 1))));
      expect(allocation.residual).toBe(naive.residual);
      let total = allocation.residual;
      for (const { cents, cap, floor, pool, outcome } of allocation.lines) {
        total += cents;
        if (cap !== undefined) expect(cents).toBeLessThanOrEqual(cap);
        const { floors } = plan.find(({ id }) => id === pool) ?? {};
        if (floors !== 'prorate' && outcome !== 'below-minimum') expect(cents).toBeGreaterThanOrEqual(floor);
      }
      expect(total).toBe(netFund);
    }),
    { numRuns: 1_000, seed: 1 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  expect(seen.allocated).toBeGreaterThan(600);
});

test('check 3: rows shuffled and weights times 7 give the same payments', () => {
  fc.assert(
    fc.property(
      funds.chain((fund) =>
        fc.tuple(
          fc.constant({ ...fund, plan: withoutPoolLimits(fund.plan) }),
          fc.shuffledSubarray([...fund.claims], { minLength: fund.claims.length }),
        ),
      ),
      ([fund, shuffled]) => {
        const hash = hashPayments(fund);
        expect(hashPayments({ ...fund, claims: shuffled })).toBe(hash);
        const scaled = fund.claims.map((claim) => ({ ...claim, weight: claim.weight * 7n }));
        expect(hashPayments({ ...fund, claims: scaled })).toBe(hash);
      },
    ),
    { numRuns: 300, seed: 3 },
  );
});

test('checks 3 and 4: another process, time zone, locale and year give the same file', () => {
  vi.useFakeTimers({ now: new Date('2031-02-03T04:05:06Z') });
  const file = sampleFile();
  const script = join(import.meta.dirname, '../fixtures/print-sample.ts');
  const env = { ...process.env, TZ: 'Asia/Kathmandu', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' };
  expect(execFileSync(process.execPath, [script], { env, encoding: 'utf8' })).toBe(file);
});

test('check 5: all claims below the minimum leave at once, though dropping one by one would keep more', () => {
  // $10.00 by weights 45, 28, 27 is $4.50, $2.80, $2.70. Without the last, the second would get $3.83.
  const claims = [45n, 28n, 27n].map((weight, index) => ({
    claim: `100000000${index}`,
    pool: 'all',
    weight,
    floor: 0n,
    reserved: false,
  }));
  const { lines } = allocate(1_000n, [{ id: 'all', share: 10_000, minimum: 300n }], claims);
  expect([...lines].map(({ cents, outcome }) => [cents, outcome])).toEqual([
    [1_000n, 'paid'],
    [0n, 'below-minimum'],
    [0n, 'below-minimum'],
  ]);
});
