import type { DecimalMark } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import { numberText, withHyphens } from './cell-text.ts';
import type { Shown } from './value-formats.ts';
import { either, onlyOther, onlyUsual, saysNothing } from './value-formats.ts';

export interface AmountRead {
  /** Ten-thousandths of a dollar. */
  readonly units: number;
  /** It had more than four decimals. */
  readonly isRounded: boolean;
  /**
   * Something stands around the digits: a currency, separators, the marks of bookkeepers for less
   * than nothing.
   */
  readonly hasSymbols: boolean;
}
export type Mark = DecimalMark | 'unknown';

/** No amount is written with more characters; what searches a longer cell for spaces would take for ever. */
const longestAmount = 100;
/** Before the decimal point. */
const mostDigits = 11;
const currencyBefore = /^([-+(\s]*)(?:US\$|USD|\$)\s*/i;
const currencyAfter = /\s*(?:US\$|USD|\$)([-)\s]*)$/i;
const negatives = [/^\(\s*([^()]*?)\s*\)$/, /^-\s*(.*)$/, /^(.*?)\s*-$/];
/** Whole digits, in groups or not, and decimals. No group begins with a zero: `0.500` is a half. */
const written: Readonly<Record<DecimalMark, RegExp>> = {
  point: /^(\d*|[1-9]\d{0,2}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d*))?$/,
  comma: /^(\d*|[1-9]\d{0,2}(?:\.\d{3})+|\d{1,3}(?: \d{3})+)(?:,(\d*))?$/,
};

/**
 * Reads an amount, exactly: `118.4025`, `$1,234.56`, `(12.00)`, `12.00-`, `USD 5`. More than four
 * decimals are rounded, half away from zero. Thousands separators must stand where they belong, and
 * only `mark` stands before decimals: after a point `1.234,56` is undefined, as all else.
 */
export function readAmount(cell: Cell, text: string, mark: Mark = 'point'): AmountRead | AmountFault | undefined {
  if (typeof cell === 'number') return readNumber(cell);
  if (typeof cell === 'boolean' || cell instanceof Date) return undefined;
  const bare = bareAmount(text);
  return bare && readDigits(bare, mark);
}
export type AmountFault = 'too-large' | 'ambiguous';

interface BareAmount {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly hasSymbols: boolean;
}

/** What stands between a currency and the marks for less than nothing. */
function bareAmount(text: string): BareAmount | undefined {
  if (text.length > longestAmount) return undefined;
  const plain = withHyphens(text);
  const bare = plain.replace(currencyBefore, '$1').replace(currencyAfter, '$1').trim();
  for (const negative of negatives) {
    const inner = negative.exec(bare)?.[1];
    if (inner !== undefined) return { digits: inner, isNegative: true, hasSymbols: plain !== `-${inner}` };
  }
  const digits = bare.replace(/^\+\s*/, '');
  return { digits, isNegative: false, hasSymbols: digits !== plain };
}

/** What an amount shows of its column: `12,5` has a decimal comma, `12.500` can be two amounts. */
export function shownByAmount(text: string): Shown {
  return shownByDigits(bareAmount(text)?.digits ?? '');
}
export function shownByDigits(digits: string): Shown {
  if (!/[.,]/.test(digits)) return saysNothing;
  const isUsual = written.point.test(digits);
  if (!written.comma.test(digits)) return isUsual ? onlyUsual : saysNothing;
  return isUsual ? either : onlyOther;
}

function readNumber(value: number): AmountRead | AmountFault | undefined {
  if (!Number.isFinite(value)) return undefined;
  const size = Math.abs(value);
  if (size >= 1e15) return 'too-large';
  // A number so small is written with an exponent; it comes to nothing.
  const digits = size > 0 && size < 1e-6 ? '0.0000001' : numberText(size);
  return readDigits({ digits, isNegative: value < 0, hasSymbols: false }, 'point');
}

function readDigits({ digits, isNegative, hasSymbols }: BareAmount, mark: Mark): AmountRead | AmountFault | undefined {
  if (mark === 'unknown' && shownByDigits(digits) === either) return 'ambiguous';
  const match = written[mark === 'comma' ? 'comma' : 'point'].exec(digits);
  const [, grouped = '', decimals = ''] = match ?? [];
  if (!match || grouped + decimals === '') return undefined;
  const whole = grouped.replace(/[., ]/g, '').replace(/^0+/, '');
  if (whole.length > mostDigits) return 'too-large';
  const isUp = decimals.charCodeAt(4) >= 53;
  const size = Number(whole + decimals.slice(0, 4).padEnd(4, '0')) + (isUp ? 1 : 0);
  return {
    units: isNegative && size > 0 ? -size : size,
    isRounded: /[1-9]/.test(decimals.slice(4)),
    hasSymbols: hasSymbols || /[., ]/.test(grouped) || (mark === 'comma' && decimals !== ''),
  };
}
