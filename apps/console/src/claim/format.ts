export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** A count with its noun: `1 row`, `2,000 rows`. */
export const formatCounted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A file's size with three digits at most: `2.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return formatCounted(bytes, 'byte');
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizes.length - 1);
  const options = { style: 'unit', unit: sizes[step] ?? 'byte', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat('en-US', options).format(bytes / 1_000 ** step);
}
