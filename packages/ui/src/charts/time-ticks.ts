import { localeOf } from '@redress/contract/language';
import type { Tick } from './day-ticks.ts';

/** Steps in minutes. */
const periods = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440];
/** A time with its day takes more width than a day. */
const relativeWidth = 1.5;

/**
 * The named moments of an axis of hours or minutes: times that are round on the clock of this time
 * zone, in the space of the given number of days. The first has its day and year, and so does the
 * first on each new day.
 */
export function timeTicks(moments: readonly number[], timeZone: string, fitting: number): Tick[] {
  const clock = new Intl.DateTimeFormat(localeOf.en, { timeZone, hour: 'numeric', minute: '2-digit' });
  const dayAndClock = new Intl.DateTimeFormat(localeOf.en, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', hour: '2-digit', minute: '2-digit' });
  const local = moments.map((at) => {
    const values = new Map(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return { day: values.get('day'), minutes: (values.get('hour') ?? 0) * 60 + (values.get('minute') ?? 0) };
  });
  const indexesAt = (period: number) => local.flatMap(({ minutes }, index) => (minutes % period === 0 ? [index] : []));
  const most = Math.max(1, Math.floor(fitting / relativeWidth));
  const indexes = periods.map(indexesAt).find(({ length }) => length > 0 && length <= most) ?? [0];
  return indexes.map((index, place) => {
    const isNewDay = place === 0 || local[indexes[place - 1] ?? 0]?.day !== local[index]?.day;
    // ICU separates time and day period with narrow spaces.
    return { index, label: (isNewDay ? dayAndClock : clock).format(moments[index]).replaceAll('\u202f', ' ') };
  });
}
