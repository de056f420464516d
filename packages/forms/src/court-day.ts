const formats = new Map<string, Intl.DateTimeFormat>();
/** Keeps the last day of each time zone. In every zone, days begin on a full minute. */
const days = new Map<string, { readonly minute: number; readonly day: string }>();

/**
 * Returns the calendar day (`YYYY-MM-DD`) of a moment in an IANA time zone. Days compare as
 * strings: a deadline has passed when it is less than the current day in the court's time zone.
 */
export function dayIn(timeZone: string, moment: Date): string {
  const minute = Math.floor(moment.getTime() / 60_000);
  const last = days.get(timeZone);
  if (last?.minute === minute) return last.day;
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  const day = format.format(moment);
  days.set(timeZone, { minute, day });
  return day;
}

/** The whole seconds, rounded down, until the day of a moment ends in a time zone. */
export function secondsUntilNextDay(timeZone: string, moment: Date): number {
  const today = dayIn(timeZone, moment);
  const isToday = (seconds: number) => dayIn(timeZone, new Date(moment.getTime() + seconds * 1_000)) === today;
  // The longest day has 25 hours; two midnights are at least 23 apart.
  let [seconds, later] = [0, 90_000];
  while (later - seconds > 1) {
    const middle = Math.floor((seconds + later) / 2);
    if (isToday(middle)) seconds = middle;
    else later = middle;
  }
  return seconds;
}

/** Returns `2025-08-01` for `2025-07-31`. */
export const dayAfter = (day: string): string => addDays(day, 1);

/** Returns the first day of the week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/**
 * Adds calendar days (`YYYY-MM-DD`), which daylight saving time does not shorten.
 * @throws RangeError before the year 0 or after 9999, because such days do not compare as strings
 */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  const [added = ''] = date.toISOString().split('T');
  if (added.length !== 10) throw new RangeError('The year has more than four digits');
  return added;
}
