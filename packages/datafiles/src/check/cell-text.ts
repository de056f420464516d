import type { Cell } from '../opened-file.ts';

/**
 * Writes a cell as a spreadsheet shows it: dates as MM/DD/YYYY, and text trimmed, in one line,
 * without invisible characters and the quotes that programs add. Data files, class members and
 * pasted rows are all read with this.
 */
export function cellText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return isPlain(cell) ? cell : withoutProtection(inOneLine(withoutInvisible(cell)));
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return dateText(cell);
}

/** Nearly all cells are printable ASCII without spaces around them, and skip the slow path. */
function isPlain(text: string): boolean {
  const { length } = text;
  if (length === 0) return true;
  if (isMark(text.charCodeAt(0)) || text.charCodeAt(length - 1) === space) return false;
  for (let at = 0; at < length; at += 1) if (!isPrintable(text.charCodeAt(at))) return false;
  return true;
}
/** A cell that begins with one of these characters may have quotes or spaces around its text. */
export const isMark = (code: number): boolean => code === space || code === 34 || code === 39 || code === 61;
export const isPrintable = (code: number): boolean => code >= space && code <= 126;
export const space = 32;

/** Turns line breaks and tabs within a cell into spaces. */
const inOneLine = (text: string): string =>
  text
    .split(/[\t-\r\u0085\u2028\u2029]+/)
    .map((part) => part.trim())
    .join(' ')
    .trim();

/**
 * Removes the quotes and signs by which programs keep spreadsheets from changing text, as in
 * `="0123"`, `"0123"` and `'0123`. Quotes within the text stay, like the apostrophe of `'Ewa
 * Beach`: before a vowel it may be a letter of Hawaiian or Arabic names.
 */
function withoutProtection(text: string): string {
  const quoted = /^=?"([^]*)"$/.exec(text)?.[1];
  if (quoted !== undefined && !/"/.test(quoted.replace(/""/g, ''))) return quoted.replace(/""/g, '"').trim();
  return text.replace(/^'([^]*)'$|^'(?=[\d+\-=@.($\u20ac\u00a3]|[B-DF-HJ-NP-TV-XZ][A-Za-z\d]|$)|^="/, '$1').trim();
}

/**
 * These are control characters, zero-width spaces, soft hyphens, byte order and direction marks.
 */
const invisible =
  /[\0-\x08\x0e-\x1f\x7f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g;
/** Joiners shape letters of Arabic, Persian and Indic scripts, and do nothing elsewhere. */
const strayJoiners =
  /(^|[^\u0600-\u109f\u1780-\u18af\ua840-\ua877\ua880-\uaadf\ufb50-\ufdff\ufe70-\ufefc\u200c\u200d])[\u200c\u200d]+/g;

function withoutInvisible(text: string): string {
  return text
    .replace(invisible, '')
    .replace(strayJoiners, '$1')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
/** In cells that hold no names, every dash is a hyphen. */
export function withHyphens(text: string): string {
  return text.replace(/[\u2012-\u2015]/g, '-');
}

export function isBlankCell(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cellText(cell) === '');
}
export function isBlankRow(row: readonly Cell[]): boolean {
  return row.every(isBlankCell);
}

/** Spreadsheets store binary fractions and show 15 digits: 0.1 + 0.2 is 0.3. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** Readers store a cell's date in the UTC parts, so that no time zone can shift it. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return date.toISOString().replace(/^\+?0*(\d{4,})-(\d\d)-(\d\d)T.*/, '$2/$3/$1');
}

const hidden = '•••••';

/** Shows only the last four digits, even of other text in the column. */
export function maskTaxId(text: string): string {
  return text === '' ? '' : hidden + text.replace(/\D/g, '').slice(-4);
}
/** Masks likely tax IDs in other columns, because columns may be mixed up. */
export function maskLikelyTaxIds(text: string): string {
  return text.replace(/\b(?:\d{2}-\d{3}|\d{3}-\d{2}-)(\d{4})\b/g, `${hidden}$1`);
}
/** Masks any nine digits, because the content of the column is unknown. */
export function maskPossibleTaxIds(text: string): string {
  return maskLikelyTaxIds(text).replace(/\b\d{5}(\d{4})\b/g, `${hidden}$1`);
}
