import { expect, test } from 'vitest';
import type { Pool } from './funds.ts';
import { planOf, weighClaim } from './weigh-claim.ts';
import { fund, settlementWith } from '../fixtures/sample-settlement.ts';

const { review } = settlementWith();
const ranges = { '$1-$500': { from: 1, to: 500 }, '$501 or more': { from: 501 } };
const settlement = {
  review: {
    ...review,
    recognized: {
      loss: { rule: 'claimed', pool: 'all' },
      person: { rule: 'range', field: 'paid', ranges, suggest: 'middle', pool: 'all' },
      other: { rule: 'claimed', pool: 'others' },
    },
  },
} as const;
/** Weighs a claim with this recognized amount in cents. */
const weigh = (cents: bigint, pool: Partial<Pool> = {}, formId = 'loss', caseId = 'case') =>
  weighClaim(fund({}, pool), settlement, { caseId, formId, recognized: cents * 100n });
const byRange = { weight: { amounts: { '$1-$500': 25, '$501 or more': 75.5 } } };

test('a recognized amount is the weight, in ten-thousandths of a dollar', () => {
  expect(weigh(128_509n)).toEqual({ pool: 'all', weight: 12_850_900n, floor: 0n });
});

test('claims of other pools and cases are not paid from the fund', () => {
  expect(weigh(1n, {}, 'other')).toBeUndefined();
  expect(weigh(1n, {}, 'unknown')).toBeUndefined();
  expect(weigh(1n, {}, 'loss', 'another')).toBeUndefined();
});

test.each([
  [100n, 250_000n],
  [50_000n, 250_000n],
  // No form has an amount between two ranges, but a reviewer may recognize one.
  [50_050n, 250_000n],
  [50_100n, 755_000n],
  [9_999_999n, 755_000n],
  [99n, 0n],
])('%d cents count by their range', (recognized, weight) => {
  expect(weigh(recognized, byRange, 'person')).toMatchObject({ weight });
});

test('limits are cents; the lower cap counts, and a floor is never above it', () => {
  expect(weigh(10_000n, { floor: 5, cap: 500 })).toMatchObject({ floor: 500n, cap: 50_000n });
  expect(weigh(10_000n, { cap: 500, capMultiple: 1 })).toMatchObject({ cap: 10_000n });
  expect(weigh(10_000n, { cap: 50, capMultiple: 1 })).toMatchObject({ cap: 5_000n });
  expect(weigh(333n, { floor: 5, capMultiple: 1.5 })).toMatchObject({ floor: 499n, cap: 499n });
  expect(weigh(50_100n, { ...byRange, capMultiple: 2 }, 'person')).toMatchObject({ cap: 15_100n });
});

test('a pool is planned in cents, without what it does not state', () => {
  const [plain, full] = [fund(), fund({}, { minimum: 19.99, cap: 500, capMultiple: 1.5, overflow: 'others' })];
  expect(plain.pools.map(planOf)).toEqual([{ id: 'all', share: 10_000 }]);
  expect(full.pools.map(planOf)).toEqual([
    { id: 'all', share: 10_000, minimum: 1_999n, cap: 50_000n, capMultiple: 15_000n, overflow: 'others' },
  ]);
});
