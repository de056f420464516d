import { expect, test } from 'vitest';
import { errorRate, wilsonInterval } from './error-rate.ts';

// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine
// 17 (1998), table I, method 3: the score interval without continuity correction.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%i errors among %i reviews: from %f to %f', (errors, reviews, low, high) => {
  const found = errorRate(errors, reviews);
  expect(found.rate).toBe(errors / reviews);
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test('the interval of a weighted share is of the effective sample size, which need not be whole', () => {
  // Computed apart with 3 claims of weight 1 and 2 of weight 100: 203² / 20,003 claims.
  const [low, high] = wilsonInterval(3 / 203, 203 ** 2 / 20_003);
  expect(low).toBeCloseTo(0.000115318, 8);
  expect(high).toBeCloseTo(0.661120587, 8);
});

test('all errors and no review have the ends of the interval, or none', () => {
  expect(errorRate(20, 20)).toMatchObject({ rate: 1, high: 1 });
  expect(errorRate(20, 20).low).toBeCloseTo(1 - 0.1611, 4);
  expect(errorRate(0, 0)).toEqual({ reviews: 0, errors: 0, rate: null, low: null, high: null });
});
