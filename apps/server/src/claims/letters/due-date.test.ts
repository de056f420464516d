import { describe, expect, it } from 'vitest';
import { dueDate } from './due-date.ts';

/** The days on which federal offices are closed, as the Office of Personnel Management lists them. */
const closed = new Set(
  `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
  2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24
  2027-12-31 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25`.split(
    /\s+/,
  ),
);

/** Counts day by day in local time at noon, unlike the code under test. */
function count(mailedOn: string, days: number, notBefore = ''): string {
  const date = new Date(`${mailedOn}T12:00:00`);
  const text = () =>
    `${date.getFullYear()}-${`${date.getMonth() + 1}`.padStart(2, '0')}-${`${date.getDate()}`.padStart(2, '0')}`;
  let left = days;
  while (left > 0 || text() < notBefore || [0, 6].includes(date.getDay()) || closed.has(text())) {
    date.setDate(date.getDate() + 1);
    left -= 1;
  }
  return text();
}

describe('dueDate', () => {
  it('equals a calendar that counts day by day, for each mailing day of two and a half years', () => {
    for (let day = 0; day < 900; day += 1) {
      const mailedOn = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      for (const days of [1, 20, 23, 30, 33])
        expect(dueDate({ mailedOn, days }), `${mailedOn} + ${days}`).toBe(count(mailedOn, days));
    }
  });

  it('is not before the given day, and moves on from it if it is no business day', () => {
    for (const notBefore of ['2026-03-06', '2026-03-07', '2026-07-03', '2027-12-31', '2025-01-01'])
      expect(dueDate({ mailedOn: '2026-01-05', days: 30, notBefore })).toBe(count('2026-01-05', 30, notBefore));
  });

  it('moves on from Thanksgiving and from a Christmas on a Saturday', () => {
    expect(dueDate({ mailedOn: '2026-10-27', days: 30 })).toBe('2026-11-27');
    expect(dueDate({ mailedOn: '2027-11-24', days: 30 })).toBe('2027-12-27');
  });
});
