import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyedHash, keyedHashText } from './keys.ts';

const bytes = (limits: fc.IntArrayConstraints) => fc.uint8Array(limits).map((array) => Buffer.from(array));

test('a keyed hash is the HMAC of its key and data', () => {
  const data = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), bytes({ maxLength: 300 }));
  fc.assert(
    fc.property(bytes({ minLength: 1, maxLength: 64 }), data, (key, text) => {
      const expected = createHmac('sha256', key).update(text).digest();
      expect(keyedHash(key, text).equals(expected)).toBe(true);
      expect(keyedHashText(key, text, 'hex')).toBe(expected.toString('hex'));
      expect(keyedHashText(key, text, 'base64url')).toBe(expected.toString('base64url'));
    }),
  );
});

test('a key that is longer than a block is refused', () => {
  expect(() => keyedHash(Buffer.alloc(65), '')).toThrow(RangeError);
});
