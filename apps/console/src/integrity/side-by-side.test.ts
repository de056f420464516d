import { expect, test } from 'vitest';
import { groupTimes } from './cluster-timeline.tsx';
import { findRepeated } from './side-by-side.tsx';

test('values are equal without regard to capitals and spaces, and an answer that is missing equals nothing', () => {
  expect(findRepeated(['7 Pier Road', '7  PIER road ', null, null, '8 Pier Road'])).toEqual(new Set(['7 pier road']));
});

const at = (time: string, claims = 1) => ({ at: `2026-${time}:00.000Z`, claims });
const group = (...times: ReturnType<typeof at>[]) => groupTimes(times, 'America/New_York');

test('a timeline has bars of minutes, hours, days or months, as fits the span, also where nothing was filed', () => {
  const minutes = group(at('03-01T09:00', 2), at('03-01T09:03', 5));
  expect([minutes.unit, minutes.bars.map(({ claims }) => claims)]).toEqual(['minute', [2, 0, 0, 5]]);
  const hours = group(at('03-01T09:59', 2), at('03-02T12:10', 5));
  expect([hours.unit, hours.bars.length, hours.bars[0]?.from]).toEqual(['hour', 28, Date.parse('2026-03-01T09:00Z')]);
  // Days are the court's: 4 AM in London is the day before in New York.
  const days = group(at('03-02T04:00', 2), at('03-06T09:00', 4));
  expect([days.unit, days.bars]).toEqual([
    'day',
    [2, 0, 0, 0, 0, 4].map((claims, index) => ({ from: `2026-03-0${index + 1}`, claims })),
  ]);
  const weeks = group(at('01-01T12:00'), at('04-30T12:00'));
  expect([weeks.unit, weeks.bars[0]?.from]).toEqual(['week', '2025-12-29']);
  const months = groupTimes([{ at: '2024-01-31T12:00:00.000Z', claims: 1 }, at('12-31T12:00')], 'America/New_York');
  expect([months.unit, months.bars.length, months.bars.at(-1)?.from]).toEqual(['month', 36, '2026-12-01']);
  expect(group().bars).toEqual([]);
});
