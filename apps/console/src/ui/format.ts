export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Formats a count with its noun: `1 row`, `2,000 rows`. */
export const formatCounted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/**
 * Counts calendar days in the court's time zone: 11 p.m. yesterday was one day ago. Never negative.
 */
export const daysBetween = (timeZone: string, from: Date, to: Date): number =>
  daysAfter(timeZone, dayOf(timeZone, from), to);

/** Counts days of the court's calendar from a day (`YYYY-MM-DD`) to a moment. At least 0. */
export const daysAfter = (timeZone: string, day: string, to: Date): number =>
  Math.max(0, (Date.parse(dayOf(timeZone, to)) - Date.parse(day)) / 86_400_000);

/** Returns the court's day of a moment, as `YYYY-MM-DD`. */
export const dayOf = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);

/** Formats an age in whole days: `today`, `3 days`. */
export const formatAge = (days: number): string => (days === 0 ? 'today' : formatCounted(days, 'day'));

/**
 * Reads a typed amount as the API takes it: `$1,250.5` as `1250.5`. Undefined if it is no amount. A
 * comma separates thousands only: `1250,50` would become a hundred times as much without it.
 */
export function readDollars(typed: string): string | undefined {
  const [, amount] = /^\$?\s*((?:\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,2})?)$/.exec(typed.trim()) ?? [];
  return amount?.replaceAll(',', '');
}
