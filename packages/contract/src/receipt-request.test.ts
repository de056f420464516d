import { expect, test } from 'vitest';
import { readReference } from './receipt-request.ts';

const prefixes = ['11416REF', 'LCU', '7A', 'OAK2'];

test.each([
  '1234567890',
  '11416REF1234567890',
  'lcu 123 456 7890',
  'LCU-1234567890',
  '7A 1234567890',
  'oak21234567890',
])('a claim number is found in %s', (typed) => {
  expect(readReference(typed, prefixes)).toBe('1234567890');
});

// A name and a phone number are what staff search for, too, and are never logged as a claim number.
test.each([
  '',
  '123456789',
  '12345678901',
  '1141 1234567890',
  'REF12345678901',
  'REF1234567890',
  '1234567890REF',
  'smith 602-555-0100',
])('there is none in "%s"', (typed) => {
  expect(readReference(typed, prefixes)).toBeUndefined();
});
