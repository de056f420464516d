import { expect, test } from 'vitest';
import type { FigureColumn } from './figures.ts';
import { formatClaimed, formatFigureCell } from './format-figure.ts';

test.each<[FigureColumn['kind'], string | number | null, string]>([
  ['count', 1234567, '1,234,567'],
  ['share', 0.1234, '12.3%'],
  ['money', '1250.5000', '$1,250.50'],
  ['money', '0.1234', '$0.1234'],
  // A number holds fewer digits.
  ['money', '12345678901234567.8900', '$12,345,678,901,234,567.89'],
  ['day', '2025-07-04', 'Jul 4, 2025'],
  ['week', '2025-06-02', 'Jun 2 – 8, 2025'],
  ['week', '2025-06-30', 'Jun 30 – Jul 6, 2025'],
  ['week', '2025-12-29', 'Dec 29, 2025 – Jan 4, 2026'],
  ['text', 'Ohio', 'Ohio'],
  ['count', null, '—'],
])('a %s of %s is shown as %s', (kind, value, expected) => {
  expect(formatFigureCell(kind, value)).toBe(expected);
});

test('whole dollars of a range have no cents', () => {
  expect(formatClaimed(null, { from: '501.00', to: '1000.50' })).toBe('$501 to $1,000.50');
  expect(formatClaimed(null, { from: '10000.00', to: null })).toBe('$10,000 or more');
  expect(formatClaimed('10000.00', null)).toBe('$10,000.00');
});
