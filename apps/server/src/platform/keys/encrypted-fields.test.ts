import { describe, expect, test } from 'vitest';
import { decryptTaxId, decryptUniqueId, encryptTaxIds, encryptUniqueId, hashNoticeIds } from './encrypted-fields.ts';
import { deriveKeys } from './keys.ts';

const keys = deriveKeys('a secret of thirty-two characters');
const otherKeys = deriveKeys('another one of thirty-two letters');

function changeLastByte(encrypted: Buffer): Buffer {
  const changed = Buffer.from(encrypted);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  return changed;
}

describe('tax IDs', () => {
  const claimNumber = '1234567897';
  const taxIds = [
    { path: 'tin', digits: '987654321' },
    { path: 'classMembers.0.classMemberFEIN', digits: '987654321' },
  ];
  const encrypted = encryptTaxIds(claimNumber, taxIds, keys);
  const [first, second] = encrypted;
  if (!first || !second) throw new Error('Two tax IDs give two rows');
  const lookupOf = (digits: string, by = keys) => encryptTaxIds('1234567805', [{ path: 'tin', digits }], by)[0]?.lookup;

  test('decrypt for their claim and field; equal ones share only the lookup hash', () => {
    expect(encrypted.map((each) => decryptTaxId(claimNumber, each, keys))).toEqual(taxIds);
    expect(first.encrypted.equals(second.encrypted)).toBe(false);
    expect(first.lookup).toEqual(second.lookup);
    expect(lookupOf('987654321')).toEqual(first.lookup);
    expect(lookupOf('987654322')).not.toEqual(first.lookup);
    expect(lookupOf('987654321', otherKeys)).not.toEqual(first.lookup);
  });

  test('do not decrypt for another claim or field, with another key, changed or truncated; the error reveals no digit', () => {
    const attempts = [
      () => decryptTaxId('1234567805', first, keys),
      () => decryptTaxId(claimNumber, { ...first, path: 'agentsTin' }, keys),
      () => decryptTaxId(claimNumber, first, otherKeys),
      () => decryptTaxId(claimNumber, { ...first, encrypted: changeLastByte(first.encrypted) }, keys),
      () => decryptTaxId(claimNumber, { ...first, encrypted: first.encrypted.subarray(0, 20) }, keys),
      () => decryptTaxId(claimNumber, { ...first, encrypted: Buffer.alloc(0) }, keys),
    ];
    for (const attempt of attempts) {
      expect(attempt).toThrow(/^The tax ID (tin|agentsTin) of claim \d{10} cannot be decrypted: it was changed/);
      expect(attempt).not.toThrow(/987654321/);
    }
  });

  test('report an unknown key version differently from a wrong key', () => {
    expect(() => decryptTaxId(claimNumber, { ...first, key_version: 2 }, keys)).toThrow('a key of unknown version 2');
  });
});

describe('Unique IDs', () => {
  const ids = { noticeId: '100000001', uniqueId: 'DEMO0001' };

  test('decrypt with their key, and look different each time', () => {
    const encrypted = encryptUniqueId(ids, keys);
    expect(decryptUniqueId(ids.noticeId, encrypted, keys)).toBe(ids.uniqueId);
    expect(encryptUniqueId(ids, keys).equals(encrypted)).toBe(false);
  });

  test('do not decrypt when changed, for another Notice ID, or with another key', () => {
    const encrypted = encryptUniqueId(ids, keys);
    expect(() => decryptUniqueId(ids.noticeId, changeLastByte(encrypted), keys)).toThrow('authenticate');
    expect(() => decryptUniqueId('100000002', encrypted, keys)).toThrow('authenticate');
    expect(() => decryptUniqueId(ids.noticeId, encrypted, otherKeys)).toThrow('authenticate');
  });

  test('have a lookup hash that depends on both IDs and the key', () => {
    const key = Buffer.alloc(32, 3);
    const hash = hashNoticeIds(ids, key);
    expect(hashNoticeIds({ ...ids }, key)).toEqual(hash);
    expect(hashNoticeIds({ ...ids, uniqueId: 'DEMO0002' }, key)).not.toEqual(hash);
    expect(hashNoticeIds(ids, Buffer.alloc(32, 4))).not.toEqual(hash);
  });
});
