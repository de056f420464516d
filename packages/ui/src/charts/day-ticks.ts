import { formatDay } from '@redress/contract/language';

export interface Tick {
  readonly index: number;
  readonly label: string;
}

const weekOf = (day: string) => String(Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 3) / 7));
const quarterOf = (day: string) => `${day.slice(0, 4)} ${Math.floor((Number(day.slice(5, 7)) - 1) / 3)}`;
const periods = [
  (day: string) => day,
  weekOf,
  (day: string) => day.slice(0, 7),
  quarterOf,
  (day: string) => day.slice(0, 4),
];

/**
 * The named days of a time axis: all days, or the first of each week, month, quarter or year, so
 * that there are at most this many names. The first name has its year, and so does the first in
 * each new year.
 */
export function dayTicks(days: readonly string[], fitting: number): Tick[] {
  const beginnings = periods.map((periodOf) =>
    days.flatMap((day, index) => {
      const before = days[index - 1];
      // The first day of the axis rarely starts a period.
      return before === undefined
        ? periodOf === periods[0]
          ? [index]
          : []
        : periodOf(day) === periodOf(before)
          ? []
          : [index];
    }),
  );
  const indexes = beginnings.find(({ length }) => length > 0 && length <= fitting) ?? [0];
  return indexes.map((index, place) => {
    const day = days[index] ?? '';
    const isNewYear = place === 0 || days[indexes[place - 1] ?? 0]?.slice(0, 4) !== day.slice(0, 4);
    const year = isNewYear ? ({ year: 'numeric' } as const) : {};
    const format = { month: 'short', day: 'numeric', ...year } as const;
    return { index, label: day === '' ? '' : formatDay(day, 'en', format) };
  });
}
