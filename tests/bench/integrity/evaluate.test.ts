import { createRandom } from '@redress/content/demo/random';
import { expect, test } from 'vitest';
import { shareByUnit, shareReached, thresholdAt } from './evaluate.ts';

test('the threshold at a share is reached by no more of the scores', () => {
  const scores = [5, 1, 2, 3, 4, 10, 9, 8, 7, 6];
  // One in ten: 10 alone, so the threshold lies above 9.
  expect(thresholdAt(scores, 0.1)).toBeGreaterThan(9);
  expect(shareReached(scores, thresholdAt(scores, 0.1))).toBe(0.1);
  expect(shareReached(scores, thresholdAt(scores, 0.3))).toBe(0.3);
  expect(shareReached(scores, thresholdAt(scores, 0))).toBe(0);
  expect(thresholdAt(scores, 1)).toBe(Number.NEGATIVE_INFINITY);
});

test('of equal scores all stay below the threshold if one of them is too many', () => {
  const scores = [3, 3, 3, 1, 1, 1, 1, 1, 1, 1];
  expect(shareReached(scores, thresholdAt(scores, 0.2))).toBe(0);
  expect(shareReached(scores, thresholdAt(scores, 0.3))).toBe(0.3);
});

test('the share of claims counts every claim, its interval whole campaigns', () => {
  // Nine of ten claims, but of two campaigns one is found whole and the other not at all.
  const units = [[20, 20, 20, 20, 20, 20, 20, 20, 20], [-5]];
  const { value, low, high } = shareByUnit(createRandom('interval'), units, 0);
  expect(value).toBe(0.9);
  // Both draws may be of the same campaign: a quarter of all draws each.
  expect([low, high]).toEqual([0, 1]);
  expect(shareByUnit(createRandom('interval'), [[1, 2], [3]], 0)).toEqual({ value: 1, low: 1, high: 1 });
  expect(shareByUnit(createRandom('interval'), [], 0).value).toBeNaN();
});
