import { createRandom } from '@redress/content/demo/random';
import { expect, test } from 'vitest';
import {
  calibrationError,
  meanOf,
  medianOf,
  percentiles,
  probabilityOf,
  shareByUnit,
  shareReached,
  thresholdAt,
} from './evaluate.ts';

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

test('percentiles are those of the order', () => {
  const ascending = Array.from({ length: 201 }, (_, index) => index);
  expect(percentiles(ascending)).toEqual({ low: 5, high: 195 });
});

test('the mean of shares has an interval as narrow as independent draws make it', () => {
  const interval = { value: 0.5, low: 0.3, high: 0.7 };
  const mean = meanOf([interval, interval, interval, interval]);
  expect(mean.value).toBe(0.5);
  // √(4 × 0.2²) / 4
  expect(mean.low).toBeCloseTo(0.4, 12);
  expect(mean.high).toBeCloseTo(0.6, 12);
});

test('zero decibans are as likely as not, and ten more make the odds ten times as high', () => {
  expect(probabilityOf(0)).toBe(0.5);
  expect(probabilityOf(10)).toBeCloseTo(10 / 11, 12);
  expect(probabilityOf(-20)).toBeCloseTo(1 / 101, 12);
});

test('the calibration error is the difference between what scores say and what is true', () => {
  // Half of the claims, each said to be as likely as not: exactly right.
  const right = [true, false].map((isTrue) => ({ score: 0, isTrue }));
  expect(calibrationError(right, 0.5)).toBeCloseTo(0, 12);
  // With ten percent true claims, a score of 0 says 0.5, which is 0.4 too much.
  expect(calibrationError(right, 0.1)).toBeCloseTo(0.4, 12);
  // Said 10/11 of true and 1/11 of false ones: 1/11 off in both groups.
  const apart = [
    { score: 10, isTrue: true },
    { score: -10, isTrue: false },
  ];
  expect(calibrationError(apart, 0.5)).toBeCloseTo(1 / 11, 12);
});

test('the median of an even number lies between the two in the middle', () => {
  expect(medianOf([9, 1, 5])).toBe(5);
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
  expect(medianOf([])).toBeNaN();
});
