import type { DecimalMark } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import { numberText, withHyphens } from './cell-text.ts';
import { type FormatHint, ambiguous, otherOnly, usualOnly, noHint } from './value-formats.ts';

interface AmountRead {
  /** The unit is a ten-thousandth of a dollar. */
  readonly units: number;
  /** The amount had more than four decimals. */
  readonly isRounded: boolean;
  /** The amount has a currency, separators, or an accountant's mark for a negative amount. */
  readonly hasSymbols: boolean;
}
export type DecimalMarkOrUnknown = DecimalMark | 'unknown';

/** These regular expressions take quadratic time, so longer cells are not tested. */
const maxAmountLength = 100;
/** The limit applies before the decimal mark. */
const maxWholeDigits = 11;
const currencyBefore = /^([-+(\s]*)(?:US\$|USD|\$)\s*/i;
const currencyAfter = /\s*(?:US\$|USD|\$)([-)\s]*)$/i;
/** Credits reduce the amount paid, like a negative amount. */
const credit = /^CR\b\.?\s*|\s*CR\.?$/i;
const debit = /\s*DR\.?$/i;
const negatives = [/^\(\s*([^()]*?)\s*\)$/, /^-\s*(.*)$/, /^(.*?)\s*-$/];
/** No group of digits begins with a zero, because `0.500` is a half. */
const patterns: Readonly<Record<DecimalMark, RegExp>> = {
  point: /^(\d*|[1-9]\d{0,2}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d*))?$/,
  comma: /^(\d*|[1-9]\d{0,2}(?:\.\d{3})+|\d{1,3}(?: \d{3})+)(?:,(\d*))?$/,
};

/**
 * Reads an amount exactly: `118.4025`, `$1,234.56`, `(12.00)`, `12.00-`, `12.00CR`, `USD 5`, and `$
 * -`, which spreadsheets show for zero. Rounds more than four decimals, half away from zero.
 * Undefined for anything else, including misplaced separators and the other decimal mark.
 */
export function readAmount(cell: Cell, text: string, mark: DecimalMarkOrUnknown = 'point'): AmountResult {
  if (typeof cell === 'number') return readNumber(cell);
  if (typeof cell === 'boolean' || cell instanceof Date) return undefined;
  const bare = stripSigns(text);
  return bare && readDigits(bare, mark);
}
/** Undefined means that the text is not an amount. */
type AmountResult = AmountRead | 'too-large' | 'ambiguous' | undefined;

interface UnsignedAmount {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly hasSymbols: boolean;
}

function stripSigns(text: string): UnsignedAmount | undefined {
  if (text.length > maxAmountLength) return undefined;
  const plain = withHyphens(text);
  const unmarked = plain.replace(credit, '');
  const isCredit = unmarked !== plain;
  const bare = unmarked.replace(debit, '').replace(currencyBefore, '$1').replace(currencyAfter, '$1').trim();
  if (bare === '-') return { digits: '0', isNegative: false, hasSymbols: true };
  for (const negative of negatives) {
    const inner = negative.exec(bare)?.[1];
    // A negative credit could be positive or negative.
    if (inner !== undefined && isCredit) return undefined;
    if (inner !== undefined) return { digits: inner, isNegative: true, hasSymbols: plain !== `-${inner}` };
  }
  const digits = bare.replace(/^\+\s*/, '');
  return { digits, isNegative: isCredit, hasSymbols: digits !== plain };
}

/** `12,5` has a decimal comma; `12.500` can be two amounts. */
export function hintOfAmount(text: string): FormatHint {
  return hintOfDigits(stripSigns(text)?.digits ?? '');
}
function hintOfDigits(digits: string): FormatHint {
  if (!/[.,]/.test(digits)) return noHint;
  const isUsual = patterns.point.test(digits);
  if (!patterns.comma.test(digits)) return isUsual ? usualOnly : noHint;
  return isUsual ? ambiguous : otherOnly;
}

function readNumber(value: number): AmountResult {
  if (!Number.isFinite(value)) return undefined;
  const size = Math.abs(value);
  if (size >= 1e15) return 'too-large';
  // A number this small is written with an exponent, and rounds to zero.
  const digits = size > 0 && size < 1e-6 ? '0.0000001' : numberText(size);
  return readDigits({ digits, isNegative: value < 0, hasSymbols: false }, 'point');
}

function readDigits({ digits, isNegative, hasSymbols }: UnsignedAmount, mark: DecimalMarkOrUnknown): AmountResult {
  if (mark === 'unknown' && hintOfDigits(digits) === ambiguous) return 'ambiguous';
  const match = patterns[mark === 'comma' ? 'comma' : 'point'].exec(digits);
  const [, grouped = '', decimals = ''] = match ?? [];
  if (!match || grouped + decimals === '') return undefined;
  const whole = grouped.replace(/[., ]/g, '').replace(/^0+/, '');
  if (whole.length > maxWholeDigits) return 'too-large';
  const isUp = decimals.charCodeAt(4) >= 53;
  const size = Number(whole + decimals.slice(0, 4).padEnd(4, '0')) + (isUp ? 1 : 0);
  return {
    units: isNegative && size > 0 ? -size : size,
    isRounded: /[1-9]/.test(decimals.slice(4)),
    hasSymbols: hasSymbols || /[., ]/.test(grouped) || (mark === 'comma' && decimals !== ''),
  };
}
