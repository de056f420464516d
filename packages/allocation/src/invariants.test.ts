import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fund, funds } from '../fixtures/random-funds.ts';
import { allocate } from './allocate.ts';
import { AllocationError } from './allocation-error.ts';
import type { Allocation } from './plan.ts';

/** Checks a property of 500 random funds that can be allocated. */
function check(property: (allocation: Allocation, fund: Fund) => void): void {
  fc.assert(
    fc.property(funds, (fund) => {
      let allocation: Allocation;
      try {
        allocation = allocate(fund.netFund, fund.plan, fund.claims);
      } catch (error) {
        if (error instanceof AllocationError) return;
        throw error;
      }
      property(allocation, fund);
    }),
    { numRuns: 500 },
  );
}
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

test('payments and residual sum to the net fund, and each pool adds up', () => {
  check(({ lines, pools, residual }, { netFund }) => {
    const all = [...lines];
    expect(sum(all.map(({ cents }) => cents)) + residual).toBe(netFund);
    expect(sum(pools.map(({ money }) => money))).toBe(netFund);
    expect(sum(pools.map(({ left }) => left))).toBe(residual);
    for (const { id, money, overflowIn, overflowOut, paid, left } of pools) {
      expect(money + overflowIn).toBe(paid + overflowOut + left);
      expect(paid).toBe(sum(all.filter(({ pool }) => pool === id).map(({ cents }) => cents)));
    }
  });
});

test('overflow arrives whole in the pool that the plan names, and only there', () => {
  check(({ pools }, { plan }) => {
    for (const { id, overflowIn, overflowOut, left } of pools) {
      const sources = pools.filter((each) => plan.find((pool) => pool.id === each.id)?.overflow === id);
      expect(overflowIn).toBe(sum(sources.map((source) => source.overflowOut)));
      const { overflow } = plan.find((pool) => pool.id === id) ?? {};
      const isOfPair = overflow !== undefined && plan.find((pool) => pool.id === overflow)?.overflow === id;
      // Of a pair, the one that keeps what is left has given nothing.
      if (isOfPair) expect(left === 0n || overflowOut === 0n).toBe(true);
      else expect(overflow === undefined ? overflowOut : left).toBe(0n);
    }
  });
});

test('a payment is less than a cent from min(c, max(f, λw)) with the λ of its pool', () => {
  check(({ lines, pools }) => {
    for (const { pool, weight, floor, cap, cents, outcome } of lines) {
      const lambda = pools.find(({ id }) => id === pool)?.lambda;
      if (!lambda || cents === 0n || outcome === 'below-minimum') continue;
      const { numerator, denominator } = lambda;
      const [share, least, most] = [weight * numerator, floor * denominator, (cap ?? 2n ** 80n) * denominator];
      const exact = share > most ? most : share < least ? least : share;
      const difference = cents * denominator - exact;
      expect(difference < denominator && difference > -denominator).toBe(true);
    }
  });
});

test('with the same limits, a larger weight gets no less, and equal weights differ by a cent at most', () => {
  check(({ lines, pools }, { plan }) => {
    const all = [...lines];
    // Weights do not count when floors are prorated, so that a tie may give the smaller one a cent.
    const prorating = plan.filter(({ floors }) => floors === 'prorate').map(({ id }) => id);
    const isProrated = (pool: string) =>
      prorating.includes(pool) && all.some((line) => line.pool === pool && line.cents < line.floor);
    const slack = new Map(pools.map(({ id }) => [id, isProrated(id) ? 1n : 0n]));
    for (const one of all)
      for (const other of all) {
        if (one.pool !== other.pool || one.floor !== other.floor || one.cap !== other.cap) continue;
        if (one.weight > other.weight) expect(one.cents + (slack.get(one.pool) ?? 0n) >= other.cents).toBe(true);
        if (one.weight !== other.weight) continue;
        const earlier = one.claim < other.claim ? one.cents - other.cents : other.cents - one.cents;
        expect(one === other || earlier === 0n || earlier === 1n).toBe(true);
      }
  });
});

test('a payment is nothing or at least the minimum', () => {
  check(({ lines }, { plan }) => {
    for (const { pool, cents } of lines) {
      const { minimum = 0n } = plan.find(({ id }) => id === pool) ?? {};
      expect(cents === 0n || cents >= minimum).toBe(true);
    }
  });
});

test('each outcome is what the payment says', () => {
  check(({ lines }, { plan }) => {
    for (const { pool, weight, cap, cents, outcome, reserved } of lines) {
      expect(outcome === 'reserved').toBe(reserved);
      if (outcome === 'paid') expect(cents).toBeGreaterThan(0n);
      if (outcome === 'capped') expect(cents).toBe(cap);
      if (outcome === 'zero' || outcome === 'below-minimum') expect(cents).toBe(0n);
      if (outcome !== 'below-minimum') continue;
      expect(plan.find(({ id }) => id === pool)?.minimum).toBeGreaterThan(0n);
      expect(weight).toBeGreaterThan(0n);
    }
  });
});
