import type { Cell } from '../rows.ts';

/** A cell as text, trimmed: numbers as a spreadsheet shows them, days as MM/DD/YYYY. */
export function cellText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return trimCell(cell);
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return dateText(cell);
}

/** Like `trim`, without its cost where there is nothing to trim. */
function trimCell(text: string): string {
  const { length } = text;
  if (length === 0) return text;
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(length - 1);
  return first > 32 && first < 127 && last > 32 && last < 127 ? text : text.trim();
}

export function isBlankCell(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && trimCell(cell) === '');
}
export function isBlankRow(row: readonly Cell[]): boolean {
  return row.every(isBlankCell);
}

/** Spreadsheets keep binary fractions and show 15 digits of them: 0.1 + 0.2 is 0.3 to everyone who looks at it. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** By its parts in UTC, which is how reading puts a cell's day into a Date: no time zone may move it. */
function dateText(date: Date): string {
  const time = date.getTime();
  if (Number.isNaN(time)) return '';
  return `${twoDigits(date.getUTCMonth() + 1)}/${twoDigits(date.getUTCDate())}/${String(date.getUTCFullYear()).padStart(4, '0')}`;
}
function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const hidden = '•••••';

/** A tax ID by its last four digits. Whatever else stands in its place is hidden alike. */
export function maskTaxId(text: string): string {
  return text === '' ? '' : hidden + text.replace(/\D/g, '').slice(-4);
}
/** Hides what looks like a tax ID in a cell that is none: columns may be mixed up. */
export function maskLikelyTaxIds(text: string): string {
  return text.replace(/\b(?:\d{2}-\d{3}|\d{3}-\d{2}-)(\d{4})\b/g, `${hidden}$1`);
}
/** The same where nothing is known of the column: nine digits may be one, too. */
export function maskPossibleTaxIds(text: string): string {
  return maskLikelyTaxIds(text).replace(/\b\d{5}(\d{4})\b/g, `${hidden}$1`);
}
