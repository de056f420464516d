import { expect, test } from 'vitest';
import { dayAfter, dayIn, secondsUntilNextDay } from './court-day.ts';

test.each([
  ['2025-07-18T03:59:59.999Z', 'America/New_York', '2025-07-17'],
  ['2025-07-18T04:00:00.000Z', 'America/New_York', '2025-07-18'],
  // In winter New York is five hours behind.
  ['2025-01-01T04:59:59.999Z', 'America/New_York', '2024-12-31'],
  ['2025-01-01T05:00:00.000Z', 'America/New_York', '2025-01-01'],
  ['2025-12-31T14:00:00.000Z', 'Pacific/Kiritimati', '2026-01-01'],
])('%s is in %s the day %s', (moment, timeZone, day) => {
  expect(dayIn(timeZone, new Date(moment))).toBe(day);
});

test.each([
  ['2025-07-17', '2025-07-18'],
  ['2024-02-28', '2024-02-29'],
  ['2025-02-28', '2025-03-01'],
  ['2025-12-31', '2026-01-01'],
  // Daylight saving time ends.
  ['2025-11-02', '2025-11-03'],
])('after %s comes %s', (day, next) => {
  expect(dayAfter(day)).toBe(next);
});

test('days follow moments in any order, also around midnight in two time zones', () => {
  const moments = ['03:59:59.999Z', '04:00:00Z', '03:59:00Z', '07:00:00Z', '04:00:59Z'];
  const days = moments.map((time) => {
    const moment = new Date(`2025-07-02T${time}`);
    return [dayIn('America/New_York', moment), dayIn('America/Phoenix', moment)];
  });
  expect(days).toEqual([
    ['2025-07-01', '2025-07-01'],
    ['2025-07-02', '2025-07-01'],
    ['2025-07-01', '2025-07-01'],
    ['2025-07-02', '2025-07-02'],
    ['2025-07-02', '2025-07-01'],
  ]);
});

test.each([
  ['2025-07-18T03:59:59.999Z', 'America/New_York', 0],
  ['2025-07-18T03:59:58.000Z', 'America/New_York', 1],
  ['2025-07-17T04:00:00.000Z', 'America/New_York', 86_399],
  // The day on which daylight saving time begins, or ends, has 23 or 25 hours.
  ['2025-03-09T05:00:00.000Z', 'America/New_York', 82_799],
  ['2025-11-02T04:00:00.000Z', 'America/New_York', 89_999],
])('after %s in %s the day lasts %d whole seconds more', (moment, timeZone, seconds) => {
  expect(secondsUntilNextDay(timeZone, new Date(moment))).toBe(seconds);
});
