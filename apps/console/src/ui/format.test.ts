import { expect, test } from 'vitest';
import { daysBetween, readDollars } from './format.ts';

test.each([
  ['2026-03-02T04:30:00Z', '2026-03-02T05:30:00Z', 1],
  ['2026-03-02T05:30:00Z', '2026-03-03T04:30:00Z', 0],
  // The first period includes the night of a clock change, the second the end of a year.
  ['2026-03-08T04:59:00Z', '2026-03-09T04:00:00Z', 2],
  ['2025-12-31T12:00:00Z', '2026-01-01T12:00:00Z', 1],
  // A browser whose clock is behind.
  ['2026-03-03T12:00:00Z', '2026-03-02T12:00:00Z', 0],
])('from %s to %s the calendar of the court counts %i days', (from, to, days) => {
  expect(daysBetween('America/New_York', new Date(from), new Date(to))).toBe(days);
});

test.each([
  ['1250.5', '1250.5'],
  [' $1,250.50 ', '1250.50'],
  ['$ 25,500,000', '25500000'],
  ['9999999999999.99', '9999999999999.99'],
  ['1250,50', undefined],
  ['12,50', undefined],
  ['1.250,5', undefined],
  ['1,2500', undefined],
  ['1 2', undefined],
  ['1,,250', undefined],
  ['-1', undefined],
  ['1.005', undefined],
  ['1e3', undefined],
  ['', undefined],
])('the amount “%s” is read as %s', (typed, amount) => expect(readDollars(typed)).toBe(amount));
