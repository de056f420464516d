import { expect, test } from 'vitest';
import { readReference, restoreClaimNumber } from './receipt-request.ts';

const prefixes = ['11416REF', 'LCU', '7A', 'OAK2'];

test.each(
  `1234567890 | 11416REF1234567890 | lcu 123 456 7890 | LCU-1234567890 | 7A 1234567890 | oak21234567890
Reference number: 11416REF1234567890 | Número de referencia: 11416REF1234567890. | #11416REF1234567890
Claim no. #1234567890. | \tLCU1234567890\t | Reference number 11416REF1234567890 | RE: claim 11416REF1234567890
Claim LCU-1234567890, filed`.split(/ \| |\n/),
)('a claim number is found in %s', (typed) => {
  expect(readReference(typed, prefixes)).toBe('1234567890');
});

// Staff search for names and phone numbers, too, which are never logged as a claim number.
test.each([
  '',
  '123456789',
  '12345678901',
  '1141 1234567890',
  'REF12345678901',
  'REF1234567890',
  '1234567890REF',
  'smith 602-555-0100',
  'Notice ID: 123456789',
  'Claim 511416REF1234567890',
])('there is none in "%s"', (typed) => {
  expect(readReference(typed, prefixes)).toBeUndefined();
});

test.each([
  '11416REF0373136654',
  '11416REF373136654',
  'Reference number: 11416ref 373136654',
  'Reference: 373-136-654.',
  'Reference number 11416REF373136654',
  'Ref. 373136654',
  'RE: claim 0373136654',
])('the zero that a spreadsheet dropped is restored: %s', (typed) => {
  expect(readReference(typed, prefixes) ?? restoreClaimNumber(typed)).toBe('0373136654');
});
