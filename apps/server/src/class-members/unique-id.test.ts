import { expect, test } from 'vitest';
import { maskName } from './find-class-member.ts';
import { deriveKeys } from '../keys/keys.ts';
import { decryptUniqueId, encryptUniqueId, lookupHashOf } from './unique-id.ts';

const keys = deriveKeys('a secret of thirty-two characters');
const otherKeys = deriveKeys('another one of thirty-two letters');
const key = Buffer.alloc(32, 3);
const ids = { noticeId: '100000001', uniqueId: 'DEMO0001' };

test('a Unique ID can be read again with its key, and looks different each time', () => {
  const encrypted = encryptUniqueId(ids, keys);
  expect(decryptUniqueId(ids.noticeId, encrypted, keys)).toBe(ids.uniqueId);
  expect(encryptUniqueId(ids, keys).equals(encrypted)).toBe(false);
});

test('changed bytes, another Notice ID and another key are noticed', () => {
  const encrypted = encryptUniqueId(ids, keys);
  const changed = Buffer.from(encrypted);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(() => decryptUniqueId(ids.noticeId, changed, keys)).toThrow('authenticate');
  expect(() => decryptUniqueId('100000002', encrypted, keys)).toThrow('authenticate');
  expect(() => decryptUniqueId(ids.noticeId, encrypted, otherKeys)).toThrow('authenticate');
});

test('the look-up hash belongs to the pair and the key', () => {
  const hash = lookupHashOf(ids, key);
  expect(lookupHashOf({ ...ids }, key)).toEqual(hash);
  expect(lookupHashOf({ ...ids, uniqueId: 'DEMO0002' }, key)).not.toEqual(hash);
  expect(lookupHashOf(ids, Buffer.alloc(32, 4))).not.toEqual(hash);
});

test.each([
  ['Jane Doe', 'J••• D••'],
  ['José Núñez', 'J••• N••••'],
  [' Li  O’Neil-Smith ', 'L• O•••••••••••'],
  ['', ''],
])('%j is shown as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
