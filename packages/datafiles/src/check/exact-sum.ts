/**
 * The unit is a ten-thousandth of a dollar. One amount is below 10^15 units, which a number holds
 * exactly; two numbers are exact up to 10^30 units. Some supported browsers have no BigInt.
 */
export interface ExactSum {
  /** Counts 10^15 units each. */
  high: number;
  /** Counts units, between -10^15 and 10^15. */
  low: number;
}
export const sumBase = 1e15;

export function newSum(): ExactSum {
  return { high: 0, low: 0 };
}

/** `units` is at most 10^15. */
export function addUnits(sum: ExactSum, units: number): void {
  const low = sum.low + units;
  if (low >= sumBase) {
    sum.low = low - sumBase;
    sum.high += 1;
  } else if (low <= -sumBase) {
    sum.low = low + sumBase;
    sum.high -= 1;
  } else sum.low = low;
}

export function addSum(sum: ExactSum, other: ExactSum): void {
  sum.high += other.high;
  addUnits(sum, other.low);
}

/** Returns a negative number, zero or a positive number, as `sort` expects. */
export function compareSums(one: ExactSum, other: ExactSum): number {
  // The parts can be compared only once they have the same sign.
  const difference = withOneSign({ high: one.high - other.high, low: one.low - other.low });
  return difference.high || difference.low;
}

/** Writes four decimals: `1234.5600`, `-0.0100`. */
export function formatSum(sum: ExactSum): string {
  const { high, low } = withOneSign(sum);
  const isNegative = high < 0 || low < 0;
  const lowDigits = String(Math.abs(low));
  const digits = high === 0 ? lowDigits : String(Math.abs(high)) + lowDigits.padStart(15, '0');
  const padded = digits.padStart(5, '0');
  return `${isNegative ? '-' : ''}${padded.slice(0, -4)}.${padded.slice(-4)}`;
}
export function formatUnits(units: number): string {
  return formatSum({ high: 0, low: units });
}

/** Parses any decimal with up to four decimals, such as those of `formatSum`. */
export function parseSum(text: string): ExactSum | undefined {
  const match = /^(-?)(\d*)(?:\.(\d{0,4}))?$/.exec(text.trim());
  const [, sign, whole = '', decimals = ''] = match ?? [];
  if (!match || (whole === '' && decimals === '')) return undefined;
  const digits = whole + decimals.padEnd(4, '0');
  const factor = sign === '-' ? -1 : 1;
  return { high: factor * Number(digits.slice(0, -15)) || 0, low: factor * Number(digits.slice(-15)) || 0 };
}

/** Rounds half away from zero. */
export function roundToCents(sum: ExactSum): ExactSum {
  const { high, low } = withOneSign(sum);
  const sign = high < 0 || low < 0 ? -1 : 1;
  const rest = Math.abs(low) % 100;
  const rounded = Math.abs(low) - rest + (rest >= 50 ? 100 : 0);
  const result = { high, low: 0 };
  addUnits(result, sign * rounded);
  return result;
}

function withOneSign({ high, low }: ExactSum): ExactSum {
  // A difference of two sums may exceed the base once.
  if (low >= sumBase) return withOneSign({ high: high + 1, low: low - sumBase });
  if (low <= -sumBase) return withOneSign({ high: high - 1, low: low + sumBase });
  if (high > 0 && low < 0) return { high: high - 1, low: low + sumBase };
  if (high < 0 && low > 0) return { high: high + 1, low: low - sumBase };
  return { high, low };
}
