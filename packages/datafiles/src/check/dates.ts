import type { DateOrder } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import { withHyphens } from './cell-text.ts';
import { type FormatHint, ambiguous, otherOnly, usualOnly, noHint } from './value-formats.ts';

interface DayRead {
  /** A number such as `20090105` for January 5, 2009, so that days can be compared. */
  readonly day: number;
  /** Whether the day depends on the order of day and month. */
  readonly hint: FormatHint;
  /** A spreadsheet had changed it to a number, or dropped its first zero. */
  readonly isRestored?: boolean;
}

/**
 * Reads a day in the ways payors write it: `01/05/2009`, `1/5/09`, `2009-01-05`, `20090105`,
 * `01052009` and `1052009`, `Jan 5, 2009`, `5-Jan-2009`, `Monday, January 5, 2009`, Spanish `5 de
 * enero de 2009` and `5-ene-2009`, and a spreadsheet's dates and serial numbers. Ignores a time and
 * never shifts by a time zone. Two-digit years are 1950 to 2049. `order` decides where both orders
 * give a day.
 */
export function readDay(cell: Cell, text: string, order: DateOrder = 'month-first'): DayRead | undefined {
  if (cell instanceof Date) return wholeDay(cell.getUTCFullYear(), cell.getUTCMonth() + 1, cell.getUTCDate());
  const serial = typeof cell === 'number' ? cell : /^\d{5}(?:\.\d*)?$/.test(text) ? Number(text) : Number.NaN;
  if (isDaySerial(serial)) {
    // Day 25569 is January 1, 1970.
    const read = readDay(new Date((Math.floor(serial) - 25_569) * 86_400_000), text);
    return read && { ...read, isRestored: typeof cell !== 'number' };
  }
  if (text.length > maxDayLength) return undefined;
  if (/^\d{7}(?:\.0*)?$/.test(text)) {
    const read = readCompactDay(`0${text.slice(0, 7)}`, order);
    return read && { ...read, isRestored: true };
  }
  const written = withHyphens(text);
  const numbers = readNumericDay(written, order) ?? readCompactDay(written, order);
  if (numbers) return numbers;
  const named = written.replace(weekday, '');
  return readNamedDay(monthFirst, named, 1, 2) ?? readNamedDay(dayFirst, named, 2, 1);
}

/** Leaves room for a time of day. These regular expressions take quadratic time on longer cells. */
const maxDayLength = 100;

/** Writes `20090105` as `01/05/2009`. */
export function formatDay(day: number): string {
  const digits = String(day);
  return `${digits.slice(4, 6)}/${digits.slice(6)}/${digits.slice(0, 4)}`;
}

/** Serial numbers in a date column cover 1954 to 2064. */
const [firstSerial, afterLastSerial] = [20_000, 60_000];

/** Whether a number is a day as a spreadsheet counts it. */
export const isDaySerial = (serial: number): boolean => serial >= firstSerial && serial < afterLastSerial;

const afterDay =
  /^(?:[\sT,:-]+\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[AP]\.?\s?M\.?)?\s*(?:Z|UTC|GMT|[ECMP][SD]?T|[+-]\d{2}:?\d{2})?)?$/i;
const weekday =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|lun(?:es)?|martes|mi[eé](?:r(?:coles)?)?|jue(?:ves)?|vie(?:rnes)?|s[aá]b(?:ado)?|dom(?:ingo)?)[.,]?\s+/i;
const numeric = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(.*)$/;
const compact = /^(\d{4})(\d{2})(\d{2})(.*)$/;
const monthFirst = /^([a-z]{3,10})\.?[\s/.-]*(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+del?\s+|[\s,/.-]+)(\d{4}|\d{2})(.*)$/i;
const dayFirst =
  /^(\d{1,2})(?:st|nd|rd|th|ro|\.?[º°])?(?:\s+de\s+|[\s/.-]*)([a-z]{3,10})\.?(?:,?\s+del?\s+|[\s,/.-]*)(\d{4}|\d{2})(.*)$/i;

function readNumericDay(text: string, order: DateOrder): DayRead | undefined {
  const [, first = '', , second = '', third = '', rest = ''] = numeric.exec(text) ?? [];
  if (first === '' || !afterDay.test(rest)) return undefined;
  if (first.length === 4) return third.length > 2 ? undefined : wholeDay(Number(first), Number(second), Number(third));
  if (first.length > 2 || (third.length !== 2 && third.length !== 4)) return undefined;
  return inOrder(fullYear(third), Number(first), Number(second), order);
}

/** Reads a day from two numbers, one of which is the month. */
function inOrder(year: number, first: number, second: number, order: DateOrder): DayRead | undefined {
  const monthFirst = wholeDay(year, first, second);
  const dayFirst = wholeDay(year, second, first);
  if (!dayFirst) return monthFirst && { ...monthFirst, hint: usualOnly };
  if (!monthFirst) return { ...dayFirst, hint: otherOnly };
  if (first === second) return monthFirst;
  return { ...(order === 'day-first' ? dayFirst : monthFirst), hint: ambiguous };
}

function readCompactDay(text: string, order: DateOrder): DayRead | undefined {
  const [, first = '', second = '', third = '', rest = ''] = compact.exec(text) ?? [];
  if (first === '' || !afterDay.test(rest)) return undefined;
  // Years begin with 19 or 20, which are not months, so only one of the two readings is a day.
  return (
    wholeDay(Number(first), Number(second), Number(third)) ??
    inOrder(Number(second + third), Number(first.slice(0, 2)), Number(first.slice(2)), order)
  );
}

const months = 'january february march april may june july august september october november december'.split(' ');
const spanishMonths = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
  ' ',
);

/** Matches a whole name or its beginning, and returns 0 for no month. */
function monthOf(name: string): number {
  // Setiembre is as common as septiembre.
  const spelled = name.replace(/^set/, 'sept');
  const begins = (month: string) => month.startsWith(spelled);
  return Math.max(months.findIndex(begins), spanishMonths.findIndex(begins)) + 1;
}

function readNamedDay(shape: RegExp, text: string, monthAt: number, dayAt: number): DayRead | undefined {
  const match = shape.exec(text);
  if (!match || !afterDay.test(match[4] ?? '')) return undefined;
  const month = monthOf((match[monthAt] ?? '').toLowerCase());
  return month === 0 ? undefined : wholeDay(fullYear(match[3] ?? ''), month, Number(match[dayAt]));
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function wholeDay(year: number, month: number, day: number): DayRead | undefined {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeap ? 29 : (daysOf[month - 1] ?? 0);
  if (!(year >= 1900 && year < 2100 && day >= 1 && day <= days)) return undefined;
  return { day: year * 10_000 + month * 100 + day, hint: noHint };
}
