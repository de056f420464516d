import { expect, test } from 'vitest';
import { addDays, mondayOf } from '@redress/forms/court-day';
import { fillDays } from './fill-days.ts';

const emptyRow = (key: string) => ({ key });
const keysOf = (rows: readonly { readonly key: string | null }[]) => rows.map(({ key }) => key);

test.each([
  ['2025-06-30', '2025-06-30'],
  ['2025-07-06', '2025-06-30'],
  ['2025-06-29', '2025-06-23'],
  ['2024-12-31', '2024-12-30'],
])('the week of %s begins on Monday, %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test('days are added across months, leap days and changes of the clock', () => {
  expect([addDays('2024-02-28', 2), addDays('2025-03-08', 2), addDays('2025-01-01', -1)]).toEqual([
    '2024-03-01',
    '2025-03-10',
    '2024-12-31',
  ]);
});

test('days and weeks without claims get a row, also before the first and after the last claim', () => {
  const rows = [{ key: '2025-06-30' }, { key: '2025-07-14' }];
  expect(keysOf(fillDays(rows, { by: 'week', emptyRow }))).toEqual(['2025-06-30', '2025-07-07', '2025-07-14']);
  expect(
    keysOf(fillDays([{ key: '2025-07-02' }], { by: 'day', from: '2025-07-01', to: '2025-07-03', emptyRow })),
  ).toEqual(['2025-07-01', '2025-07-02', '2025-07-03']);
  expect(keysOf(fillDays(rows, { by: 'week', from: '2025-06-29', to: '2025-07-06', emptyRow }))).toEqual([
    '2025-06-23',
    '2025-06-30',
  ]);
});

test('without claims and days there are no rows', () => {
  expect(fillDays([], { by: 'day', emptyRow })).toEqual([]);
});

test.each([
  ['after the year 9999', { by: 'week', to: '9999-12-31' }],
  ['after the year 9999', { by: 'day', to: '9999-12-31' }],
  ['before the year 0', { by: 'week', from: '0000-01-01' }],
] as const)('days %s end with an error, because they would never end', (_, period) => {
  expect(() => fillDays([{ key: '9999-12-20' }], { ...period, emptyRow })).toThrow(RangeError);
});
