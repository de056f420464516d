export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** A count with its noun: `1 row`, `2,000 rows`. */
export const formatCounted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** An age in whole days: `today`, `3 days`. */
export const formatAge = (days: number): string => (days === 0 ? 'today' : formatCounted(days, 'day'));
