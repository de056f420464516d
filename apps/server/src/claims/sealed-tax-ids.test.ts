import { expect, test } from 'vitest';
import { deriveKeys } from '../keys/keys.ts';
import { lookupOf, openTaxId, sealTaxIds } from './sealed-tax-ids.ts';

const keys = deriveKeys('a secret of thirty-two characters');
const otherKeys = deriveKeys('another one of thirty-two letters');
const claimNumber = '1234567897';
const taxIds = [
  { path: 'tin', digits: '987654321' },
  { path: 'classMembers.0.classMemberFEIN', digits: '987654321' },
];
const sealed = sealTaxIds(claimNumber, taxIds, keys);
const [first, second] = sealed;
if (!first || !second) throw new Error('Two tax IDs give two');

test('a sealed tax ID opens in its place, and equal ones look different but for their look-up hash', () => {
  expect(sealed.map((each) => openTaxId(claimNumber, each, keys))).toEqual(taxIds);
  expect(first.encrypted.equals(second.encrypted)).toBe(false);
  expect(first.lookup).toEqual(second.lookup);
  expect(first.lookup).toEqual(lookupOf('987654321', keys));
  expect(lookupOf('987654322', keys)).not.toEqual(first.lookup);
  expect(lookupOf('987654321', otherKeys)).not.toEqual(first.lookup);
});

test('it opens neither for another claim, nor in another place, nor with another key, nor changed, nor cut; the error tells no digit', () => {
  const changed = Buffer.from(first.encrypted);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  const attempts = [
    () => openTaxId('1234567805', first, keys),
    () => openTaxId(claimNumber, { ...first, path: 'agentsTin' }, keys),
    () => openTaxId(claimNumber, first, otherKeys),
    () => openTaxId(claimNumber, { ...first, encrypted: changed }, keys),
    () => openTaxId(claimNumber, { ...first, encrypted: first.encrypted.subarray(0, 20) }, keys),
    () => openTaxId(claimNumber, { ...first, encrypted: Buffer.alloc(0) }, keys),
  ];
  for (const attempt of attempts) {
    expect(attempt).toThrow(/^The tax ID (tin|agentsTin) of claim \d{10} cannot be read: SECRET_KEY is not the one/);
    expect(attempt).not.toThrow(/987654321/);
  }
});

test('a key version that is not known is told apart from a wrong key', () => {
  expect(() => openTaxId(claimNumber, { ...first, key_version: 2 }, keys)).toThrow('a key of version 2');
});
