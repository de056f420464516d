import { expect, test } from 'vitest';
import { describeGoals, figuresOf, goalsOf, median, medianRatio, percentile } from './figures.ts';

const rate = (claimsPerSecond: number) => ({ claimsPerSecond, p50: 1, p99: 1 });

test('a percentile is the value that this share of the others does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99)]).toEqual([50, 99]);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('the median of an even number of values lies between the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
  expect(median([])).toBeNaN();
});

test('figures count the claims within the time and sort their latencies', () => {
  expect(figuresOf([30, 10, 20, 40], 2)).toEqual({ claimsPerSecond: 2, p50: 20, p99: 40 });
});

test('a ratio compares what was measured in the same round: a slow machine slows both', () => {
  expect(medianRatio([rate(500), rate(100), rate(60)], [rate(1_000), rate(200), rate(100)])).toBe(0.5);
});

test('a goal is met at its limit, and a figure that is missing does not meet it', () => {
  const goal = goalsOf(['one', 'two'], (name) => name);
  const goals = [
    goal('ratio', { atLeast: 1 }, (name) => (name === 'one' ? 1 : 0.994)),
    goal('latency', { unit: 'ms', atMost: 60 }, (name) => (name === 'one' ? 61 : undefined)),
  ];
  const lines = describeGoals(goals).map((line) => line.split(/ {2,}/).filter((cell) => cell !== ''));
  expect(lines.slice(1)).toEqual([
    ['ratio', 'one', '1.00', '≥ 1', 'met'],
    ['ratio', 'two', '0.99', '≥ 1', 'NOT MET'],
    ['latency', 'one', '61.0 ms', '≤ 60 ms', 'NOT MET'],
    ['latency', 'two', 'not measured', '≤ 60 ms'],
  ]);
});
