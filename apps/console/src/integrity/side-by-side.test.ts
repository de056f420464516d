import { expect, test } from 'vitest';
import { groupTimes } from './cluster-timeline.tsx';
import { findRepeated } from './side-by-side.tsx';

test('values are equal without regard to capitals and spaces, and an answer that is missing equals nothing', () => {
  expect(findRepeated(['7 Pier Road', '7  PIER road ', null, null, '8 Pier Road'])).toEqual(new Set(['7 pier road']));
});

const hour = (day: number, at: number) =>
  `2026-03-${String(day).padStart(2, '0')}T${String(at).padStart(2, '0')}:00:00.000Z`;

test('a timeline of up to three days has a bar for each hour, also for hours without claims', () => {
  const bars = groupTimes([
    { at: hour(1, 9), claims: 2 },
    { at: hour(1, 12), claims: 5 },
  ]);
  expect(bars.map(({ claims }) => claims)).toEqual([2, 0, 0, 5]);
});

test('a longer timeline has days, and groups of days beyond sixty of them', () => {
  const days = groupTimes([
    { at: hour(1, 9), claims: 2 },
    { at: hour(2, 8), claims: 1 },
    { at: hour(6, 9), claims: 4 },
  ]);
  expect(days.map(({ claims }) => claims)).toEqual([3, 0, 0, 0, 0, 4]);
  const months = groupTimes([
    { at: '2026-01-01T00:00:00.000Z', claims: 1 },
    { at: '2026-12-31T00:00:00.000Z', claims: 1 },
  ]);
  expect(months.length).toBeLessThanOrEqual(60);
  expect(groupTimes([])).toEqual([]);
});
