import { expect, test } from 'vitest';
import { shareClaims } from './share-claims.ts';

const numbered = (count: number, people: readonly string[], from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index), people }));
const countsOf = (given: ReadonlyMap<string, string>) => {
  const counts: Record<string, number> = {};
  for (const person of given.values()) counts[person] = (counts[person] ?? 0) + 1;
  return counts;
};
const shares = [
  { to: 'a', percent: 50 },
  { to: 'b', percent: 30 },
  { to: 'c', percent: 20 },
];
const all = ['a', 'b', 'c'];

test('claims are shared out by percent, rounded by largest remainder', () => {
  expect(countsOf(shareClaims(numbered(10, all), shares))).toEqual({ a: 5, b: 3, c: 2 });
  // 5.5, 3.3 and 2.2: the one that is left goes to the largest remainder.
  expect(countsOf(shareClaims(numbered(11, all), shares))).toEqual({ a: 6, b: 3, c: 2 });
  expect(countsOf(shareClaims(numbered(1, all), shares))).toEqual({ a: 1 });
  const thirds = [33, 33, 34].map((percent, index) => ({ to: all[index] ?? '', percent }));
  expect(countsOf(shareClaims(numbered(100, all), thirds))).toEqual({ a: 33, b: 33, c: 34 });
});

test('who cannot take some claims gets others, and nothing is left over', () => {
  // `a` has decided half of them.
  const claims = [...numbered(5, ['b', 'c']), ...numbered(5, all, 5)];
  expect(countsOf(shareClaims(claims, shares))).toEqual({ a: 5, b: 3, c: 2 });
  expect(countsOf(shareClaims(numbered(10, ['c']), shares))).toEqual({ c: 10 });
});

test('each gets old and new claims', () => {
  const given = shareClaims(numbered(100, all), shares);
  const ofC = [...given].flatMap(([id, person]) => (person === 'c' ? [Number(id)] : []));
  expect(Math.min(...ofC)).toBeLessThan(10);
  expect(Math.max(...ofC)).toBeGreaterThan(89);
});
