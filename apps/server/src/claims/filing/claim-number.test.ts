import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimNumberOf, createMixer } from './claim-number.ts';

const mixer = createMixer(Buffer.alloc(32, 7));
const serials = fc.integer({ min: 0, max: 999_999_999 });

/** The textbook Luhn check of a whole number. */
function isLuhnValid(number: string): boolean {
  const sum = [...number]
    .toReversed()
    .map((digit, place) => (place % 2 === 1 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return sum % 10 === 0;
}

test('the Luhn check of this test accepts a textbook number', () => {
  expect([isLuhnValid('79927398713'), isLuhnValid('79927398710')]).toEqual([true, false]);
});

test('a claim number is ten digits with a Luhn check digit', () => {
  fc.assert(
    fc.property(serials, fc.uint8Array({ minLength: 32, maxLength: 32 }), (serial, bytes) => {
      const number = claimNumberOf(serial, createMixer(Buffer.from(bytes)));
      expect(number).toMatch(/^\d{10}$/);
      expect(isLuhnValid(number)).toBe(true);
    }),
  );
});

test('5,000 consecutive serials have different numbers, with any key', () => {
  const random = createMixer(randomBytes(32));
  const numbers = new Set(Array.from({ length: 5_000 }, (_, serial) => claimNumberOf(serial, random)));
  expect(numbers.size).toBe(5_000);
});

test('numbers reveal no order: the next one is greater only as often as by chance', () => {
  let rising = 0;
  for (let serial = 0; serial < 2_000; serial += 1)
    if (claimNumberOf(serial + 1, mixer) > claimNumberOf(serial, mixer)) rising += 1;
  expect(rising).toBeGreaterThan(850);
  expect(rising).toBeLessThan(1_150);
});

test('a mistyped digit breaks the check digit', () => {
  fc.assert(
    fc.property(serials, fc.nat(9), fc.integer({ min: 1, max: 9 }), (serial, place, shift) => {
      const digits = [...claimNumberOf(serial, mixer)];
      digits[place] = String((Number(digits[place]) + shift) % 10);
      expect(isLuhnValid(digits.join(''))).toBe(false);
    }),
  );
});

test('serials of more than nine digits have no number', () => {
  expect(() => claimNumberOf(1_000_000_000, mixer)).toThrow('No claim numbers are left');
  expect(claimNumberOf(999_999_999, mixer)).toMatch(/^\d{10}$/);
});
