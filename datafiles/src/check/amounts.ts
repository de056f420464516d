import type { Cell } from '../rows.ts';
import { numberText, withHyphens } from './cell-text.ts';

export interface AmountRead {
  /** Ten-thousandths of a dollar. */
  readonly units: number;
  /** It had more than four decimals. */
  readonly isRounded: boolean;
  /** Something stands around the digits: a currency, thousands separators, the marks of bookkeepers for less than nothing. */
  readonly hasSymbols: boolean;
}

/** No amount is written with more characters; what searches a longer cell for spaces would take for ever. */
const longestAmount = 100;
/** Before the decimal point. */
const mostDigits = 11;
const currencyBefore = /^([-+(\s]*)(?:US\$|USD|\$)\s*/i;
const currencyAfter = /\s*(?:US\$|USD|\$)([-)\s]*)$/i;
const negatives = [/^\(\s*([^()]*?)\s*\)$/, /^-\s*(.*)$/, /^(.*?)\s*-$/];
const digitsOnly = /^(\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d*))?$/;

/**
 * Reads an amount, exactly: `118.4025`, `$1,234.56`, `(12.00)`, `12.00-`, `USD 5`. More than four decimals are rounded, half away from zero.
 * A comma is never a decimal point, and thousands separators must stand where they belong: `1.234,56` is undefined, as all else.
 */
export function readAmount(cell: Cell, text: string): AmountRead | 'too-large' | undefined {
  if (typeof cell === 'number') return readNumber(cell);
  if (typeof cell === 'boolean' || cell instanceof Date) return undefined;
  if (text.length > longestAmount) return undefined;
  const plain = withHyphens(text);
  const bare = plain.replace(currencyBefore, '$1').replace(currencyAfter, '$1').trim();
  for (const negative of negatives) {
    const inner = negative.exec(bare)?.[1];
    if (inner !== undefined) return readDigits(inner, true, plain !== `-${inner}`);
  }
  const unsigned = bare.replace(/^\+\s*/, '');
  return readDigits(unsigned, false, unsigned !== plain);
}

function readNumber(value: number): AmountRead | 'too-large' | undefined {
  if (!Number.isFinite(value)) return undefined;
  const size = Math.abs(value);
  if (size >= 1e15) return 'too-large';
  // A number so small is written with an exponent; it comes to nothing.
  const digits = size > 0 && size < 1e-6 ? '0.0000001' : numberText(size);
  return readDigits(digits, value < 0, false);
}

function readDigits(text: string, isNegative: boolean, hasSymbols: boolean): AmountRead | 'too-large' | undefined {
  const match = digitsOnly.exec(text);
  const [, grouped = '', decimals = ''] = match ?? [];
  if (!match || grouped + decimals === '') return undefined;
  const whole = grouped.replace(/[, ]/g, '').replace(/^0+/, '');
  if (whole.length > mostDigits) return 'too-large';
  const isUp = decimals.charCodeAt(4) >= 53;
  const size = Number(whole + decimals.slice(0, 4).padEnd(4, '0')) + (isUp ? 1 : 0);
  return {
    units: isNegative && size > 0 ? -size : size,
    isRounded: /[1-9]/.test(decimals.slice(4)),
    hasSymbols: hasSymbols || /[, ]/.test(grouped),
  };
}
