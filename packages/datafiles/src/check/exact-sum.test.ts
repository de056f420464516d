import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSum, addUnits, compareSums, formatSum, newSum, parseSum, roundToCents } from './exact-sum.ts';
import { formatUnits } from '../../fixtures/sample-report.ts';

const amount = fc.integer({ min: -1_000_000_000_000_000, max: 1_000_000_000_000_000 });
const many = fc.array(amount, { maxLength: 60 });
const sumOf = (amounts: readonly number[]) => {
  const sum = newSum();
  for (const units of amounts) addUnits(sum, units);
  return sum;
};
const totalOf = (amounts: readonly number[]) => amounts.reduce((total, units) => total + BigInt(units), 0n);

test('sums beyond the range of numbers are exact', () => {
  fc.assert(
    fc.property(many, (amounts) => {
      expect(formatSum(sumOf(amounts))).toBe(formatUnits(totalOf(amounts)));
    }),
  );
});

test('adds and compares sums like whole numbers', () => {
  fc.assert(
    fc.property(many, many, (some, others) => {
      const both = sumOf(some);
      addSum(both, sumOf(others));
      expect(formatSum(both)).toBe(formatUnits(totalOf(some) + totalOf(others)));
      const [one, other] = [totalOf(some), totalOf(others)];
      expect(Math.sign(compareSums(sumOf(some), sumOf(others)))).toBe(one < other ? -1 : one > other ? 1 : 0);
    }),
  );
});

test('parses what it formats', () => {
  fc.assert(
    fc.property(many, (amounts) => {
      const text = formatUnits(totalOf(amounts));
      const read = parseSum(text);
      expect(read && formatSum(read)).toBe(text);
    }),
  );
});

test.each([
  ['5', '5.0000'],
  ['.5', '0.5000'],
  ['-0.01', '-0.0100'],
  ['99999999999999999.9999', '99999999999999999.9999'],
])('%s is parsed as %s', (text, expected) => {
  const read = parseSum(text);
  expect(read && formatSum(read)).toBe(expected);
});
test.each(['', '.', 'abc', '1.23456', '1,000', '--1'])('%j is not a sum', (text) => {
  expect(parseSum(text)).toBeUndefined();
});

test.each([
  ['0.0049', '0.0000'],
  ['0.0050', '0.0100'],
  ['-0.0050', '-0.0100'],
  ['-12.3449', '-12.3400'],
  ['99999999999999999.9950', '100000000000000000.0000'],
])('%s is %s to the cent', (text, expected) => {
  const read = parseSum(text);
  expect(read && formatSum(roundToCents(read))).toBe(expected);
});
