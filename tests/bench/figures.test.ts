import { expect, test } from 'vitest';
import { parseStat } from './cpu-times.ts';
import { cpuPerClaim, describeGoals, figuresOf, median, medianFigures, medianRatio, percentile } from './figures.ts';

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

test('the CPU time of a process includes its ended children, whatever its name is', () => {
  const line = '42 (a) b (c)) S 7 42 42 0 -1 4194560 1 2 3 4 150 50 20 30 20 0 1 0 100 200 300';
  expect(parseStat(line)).toEqual({ parent: 7, seconds: 2.5 });
});

test('CPU time per claim is in milliseconds, and a median is taken of each part', () => {
  const begin = { server: 1, postgres: 2, client: 3 };
  const cpu = cpuPerClaim(begin, { server: 2, postgres: 4, client: 3.5 }, 1_000);
  expect(cpu).toEqual({ server: 1, postgres: 2, client: 0.5 });
  const other = { ...rate(1), cpu: { server: 3, postgres: 2, client: 0.5 } };
  expect(medianFigures([{ ...rate(1), cpu }, other]).cpu).toEqual({ server: 2, postgres: 2, client: 0.5 });
  expect(medianFigures([rate(1)]).cpu).toBeUndefined();
});

test('a goal is met at its limit, and a figure that is missing does not meet it', () => {
  const goals = [
    {
      name: 'ratio',
      atLeast: 1,
      figures: [
        { of: 'one', value: 1 },
        { of: 'two', value: 0.994 },
      ],
    },
    { name: 'latency', unit: 'ms', atMost: 60, figures: [{ of: 'one', value: 61 }, { of: 'two' }] },
  ];
  const lines = describeGoals(goals).map((line) => line.split(/ {2,}/).filter((cell) => cell !== ''));
  expect(lines.slice(1)).toEqual([
    ['ratio', 'one', '1.00', '≥ 1', 'met'],
    ['ratio', 'two', '0.99', '≥ 1', 'NOT MET'],
    ['latency', 'one', '61.0 ms', '≤ 60 ms', 'NOT MET'],
    ['latency', 'two', 'not measured', '≤ 60 ms'],
  ]);
});
