export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** A count with its noun: `1 row`, `2,000 rows`. */
export const formatCounted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Days of the court's calendar between two moments: since 11 p.m. yesterday it is one. Not below 0. */
export function daysBetween(timeZone: string, from: Date, to: Date): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const [first, last] = [from, to].map((moment) => Date.parse(format.format(moment)));
  return Math.max(0, ((last ?? 0) - (first ?? 0)) / 86_400_000);
}

/** An age in whole days: `today`, `3 days`. */
export const formatAge = (days: number): string => (days === 0 ? 'today' : formatCounted(days, 'day'));
