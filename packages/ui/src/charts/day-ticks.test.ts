import { expect, test } from 'vitest';
import { dayTicks } from './day-ticks.ts';

/** A number of days, starting with this one. */
const daysFrom = (first: string, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + index * step * 86_400_000).toISOString().slice(0, 10),
  );
const labels = (days: readonly string[], fitting: number) => dayTicks(days, fitting).map(({ label }) => label);

test('a time axis names round days with the year: all, Mondays, or first days of months, quarters and years', () => {
  expect(labels(daysFrom('2025-12-30', 4), 6)).toEqual(['Dec 30, 2025', 'Dec 31', 'Jan 1, 2026', 'Jan 2']);
  expect(labels(daysFrom('2025-06-04', 30), 6)).toEqual(['Jun 9, 2025', 'Jun 16', 'Jun 23', 'Jun 30']);
  expect(labels(daysFrom('2025-11-04', 90), 6)).toEqual(['Dec 1, 2025', 'Jan 1, 2026', 'Feb 1']);
  expect(labels(daysFrom('2025-02-03', 60, 7), 5)).toEqual(['Apr 7, 2025', 'Jul 7', 'Oct 6', 'Jan 5, 2026']);
  expect(labels(daysFrom('2023-02-03', 1_100), 3)).toEqual(['Jan 1, 2024', 'Jan 1, 2025', 'Jan 1, 2026']);
});
