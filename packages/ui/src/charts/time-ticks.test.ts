import { expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const from = (first: string, minutes: number, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(first) + index * minutes * 60_000);
const labels = (moments: readonly number[], fitting: number) =>
  timeTicks(moments, 'America/New_York', fitting).map(({ label }) => label);

test('an axis of minutes or hours names round times of the court, with the day where it is new', () => {
  expect(labels(from('2025-07-01T12:03:00Z', 1, 30), 6)).toEqual(['Jul 1, 2025, 8:10 AM', '8:20 AM', '8:30 AM']);
  expect(labels(from('2025-07-01T22:00:00Z', 60, 30), 8)).toEqual([
    'Jul 1, 2025, 6:00 PM',
    'Jul 2, 2025, 12:00 AM',
    '6:00 AM',
    '12:00 PM',
    '6:00 PM',
  ]);
});
