import { addDays, mondayOf } from '@redress/forms/court-day';
import { localeOf } from '../language.ts';
import type { AmountRange } from './schema-parts.ts';
import type { Figure, FigureCell, FigureColumn } from './figures.ts';

// The console knows the language of forms only through this package.
export { addDays, mondayOf };

const counts = new Intl.NumberFormat(localeOf.en);
const shares = new Intl.NumberFormat(localeOf.en, { style: 'percent', minimumFractionDigits: 1 });
const money = new Intl.NumberFormat(localeOf.en, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
// Made once: a dashboard has hundreds of days.
const days = new Intl.DateTimeFormat(localeOf.en, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats a cell of a figure for the screen and for print. */
export function formatFigureCell(kind: FigureColumn['kind'], cell: FigureCell | undefined): string {
  if (cell === null || cell === undefined) return '—';
  switch (kind) {
    case 'text':
    case 'percent':
      return String(cell);
    case 'count':
      return counts.format(Number(cell));
    case 'share':
      return shares.format(Number(cell));
    case 'money':
      return formatMoney(String(cell));
    case 'day':
      return days.format(startOf(String(cell)));
    case 'week':
      return formatWeek(String(cell));
  }
}

/** Formats the decimal string itself, because a sum may have more digits than a number. */
export function formatMoney(amount: string): string {
  return isNumeric(amount) ? money.format(amount) : amount;
}
/** Formats a limit, or an end of a range. Whole dollars have no cents. */
export const formatLimit = (amount: string): string => formatMoney(amount).replace(/\.00$/, '');
const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Formats the claimed amount or range. Undefined if the claim names neither. */
export function formatClaimed(amount: string | null, range: AmountRange | null): string | undefined {
  if (amount !== null) return formatMoney(amount);
  if (!range) return undefined;
  return range.to === null
    ? `${formatLimit(range.from)} or more`
    : `${formatLimit(range.from)} to ${formatLimit(range.to)}`;
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Formats the seven days from a Monday: `Jun 2 – 8, 2025`. */
function formatWeek(monday: string): string {
  // ICU uses thin spaces as separators, which copied text and searches would have to match.
  return days.formatRange(startOf(monday), startOf(addDays(monday, 6))).replaceAll(/[\u2009\u202f]/g, ' ');
}

/** Formats the last row of a figure. Undefined if its numbers have no meaningful sum. */
export function formatTotal({ columns, total }: Figure): string[] | undefined {
  return total?.map((cell, index) =>
    index === 0 ? 'Total' : cell === null ? '' : formatFigureCell(columns[index]?.kind ?? 'text', cell),
  );
}

export const isNumberColumn = ({ kind }: FigureColumn): boolean =>
  kind === 'count' || kind === 'money' || kind === 'share' || kind === 'percent';
