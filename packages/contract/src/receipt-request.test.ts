import { expect, test } from 'vitest';
import { readReference } from './receipt-request.ts';

test.each(['1234567890', '11416REF1234567890', 'lcu 123 456 7890', 'LCU-1234567890', '7A 1234567890'])(
  'a claim number is found in %s, with any prefix that ends with a letter',
  (typed) => {
    expect(readReference(typed)).toBe('1234567890');
  },
);

test.each(['', '123456789', '12345678901', '1141 1234567890', 'REF12345678901', '1234567890REF'])(
  'there is none in "%s"',
  (typed) => {
    expect(readReference(typed)).toBeUndefined();
  },
);
