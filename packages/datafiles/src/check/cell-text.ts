import type { Cell } from '../opened-file.ts';

/**
 * A cell as text, trimmed and as it looks: numbers as a spreadsheet shows them, days as MM/DD/YYYY.
 */
export function cellText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return isPlain(cell) ? cell : asItLooks(cell).trim();
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return dateText(cell);
}

/** Nothing to trim and nothing beyond ASCII, as nearly all cells are: the rest costs more. */
function isPlain(text: string): boolean {
  const { length } = text;
  if (length === 0) return true;
  if (text.charCodeAt(0) <= 32 || text.charCodeAt(length - 1) <= 32) return false;
  for (let at = 0; at < length; at += 1) if (text.charCodeAt(at) > 126) return false;
  return true;
}

/** Zero width spaces, soft hyphens, byte order marks and marks of direction: pasted by accident. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g;
/**
 * Joiners shape letters of Arabic, Persian, Indic and related scripts; elsewhere they do nothing.
 */
const strayJoiners =
  /(^|[^\u0600-\u109f\u1780-\u18af\ua840-\ua877\ua880-\uaadf\ufb50-\ufdff\ufe70-\ufefc\u200c\u200d])[\u200c\u200d]+/g;

function asItLooks(text: string): string {
  return text
    .replace(invisible, '')
    .replace(strayJoiners, '$1')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
/** Where no name is asked, every dash is a hyphen. */
export function withHyphens(text: string): string {
  return text.replace(/[\u2012-\u2015]/g, '-');
}

export function isBlankCell(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cellText(cell) === '');
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
