const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Formats a decimal string without rounding it. */
export const formatAmount = (amount: string): string => (isDecimal(amount) ? money.format(amount) : amount);

export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** A count with its noun: `1 row`, `2,000 rows`. */
export const formatCounted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A file's size with three digits at most: `2.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return formatCounted(bytes, 'byte');
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizes.length - 1);
  const options = { style: 'unit', unit: sizes[step] ?? 'byte', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat('en-US', options).format(bytes / 1_000 ** step);
}
