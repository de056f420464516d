import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimNumberOf, serialOf } from './claim-number.ts';

const key = Buffer.alloc(32, 7);
const serials = fc.integer({ min: 0, max: 999_999_999 });

/** The Luhn check as it is printed in textbooks, for a whole number. */
function isLuhnValid(number: string): boolean {
  const sum = [...number]
    .toReversed()
    .map((digit, place) => (place % 2 === 1 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return sum % 10 === 0;
}

test('the Luhn check of this test knows a textbook number', () => {
  expect([isLuhnValid('79927398713'), isLuhnValid('79927398710')]).toEqual([true, false]);
});

test('a claim number is ten digits with a Luhn check digit, and gives its serial back', () => {
  fc.assert(
    fc.property(serials, fc.uint8Array({ minLength: 32, maxLength: 32 }), (serial, bytes) => {
      const number = claimNumberOf(serial, Buffer.from(bytes));
      expect(number).toMatch(/^\d{10}$/);
      expect(isLuhnValid(number)).toBe(true);
      expect(serialOf(number, Buffer.from(bytes))).toBe(serial);
    }),
  );
});

test('no two of 20,000 serials in a row have the same number, whatever the key', () => {
  const random = randomBytes(32);
  const numbers = new Set(Array.from({ length: 20_000 }, (_, serial) => claimNumberOf(serial, random)));
  expect(numbers.size).toBe(20_000);
});

test('the order does not show: the next number is seldom the greater one more often than by chance', () => {
  let rising = 0;
  for (let serial = 0; serial < 2_000; serial += 1)
    if (claimNumberOf(serial + 1, key) > claimNumberOf(serial, key)) rising += 1;
  expect(rising).toBeGreaterThan(850);
  expect(rising).toBeLessThan(1_150);
});

test('a mistyped digit is noticed', () => {
  fc.assert(
    fc.property(serials, fc.nat(9), fc.integer({ min: 1, max: 9 }), (serial, place, shift) => {
      const digits = [...claimNumberOf(serial, key)];
      digits[place] = String((Number(digits[place]) + shift) % 10);
      expect(serialOf(digits.join(''), key)).toBeUndefined();
    }),
  );
});

test('there is no number beyond nine digits of serials', () => {
  expect(() => claimNumberOf(1_000_000_000, key)).toThrow('No claim numbers are left');
  expect(claimNumberOf(999_999_999, key)).toMatch(/^\d{10}$/);
});
