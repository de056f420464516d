import { formatCounted } from '../ui/format.ts';

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a file's size with at most three digits, for example `2.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return formatCounted(bytes, 'byte');
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizes.length - 1);
  const options = { style: 'unit', unit: sizes[step] ?? 'byte', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat('en-US', options).format(bytes / 1_000 ** step);
}
