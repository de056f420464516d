import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKeys } from '../keys/keys.ts';
import {
  deletedRow,
  hashForComparison,
  type HashedRow,
  hashRow,
  isDeleted,
  isRowAsHashed,
  rowName,
} from './row-hashes.ts';

const keys = deriveKeys('a secret of more than thirty-two letters');
const at = new Date('2025-07-01T12:00:00.250Z');
const rule = { id: '0b1c', case_id: 'brand-drug', name: 'Small claims', created_at: at, created_by: '9f3a' };
const note = { id: '5', claim_id: '7', at, staff_id: '9f3a', text: 'Jane called' };
const decision = {
  id: '0b1c',
  claim_id: '7',
  at,
  staff_id: null,
  outcome: 'reduce' as const,
  reasons: ['not-documented'],
  recognized_amount: '5.0000',
  note: 'Jane’s bill',
  source: 'expiry' as const,
  source_id: null,
  surviving_claim_id: null,
};
const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');

// Hashes are stored: these texts are what every release must hash.
test('a row is hashed by its name and its columns in alphabetical order', () => {
  const text =
    '["row rules 0b1c",{"case_id":"brand-drug","created_at":"2025-07-01T12:00:00.250Z","created_by":"9f3a","id":"0b1c","name":"Small claims"}]';
  expect(hashRow('rules', rule, keys)).toEqual({ 'row rules 0b1c': mac(keys.answers, text) });
});

test('a row whose columns a purge empties has a second hash of these columns', () => {
  const kept =
    '["row claim_decisions 0b1c",{"at":"2025-07-01T12:00:00.250Z","claim_id":"7","id":"0b1c","outcome":"reduce","reasons":["not-documented"],"recognized_amount":"5.0000","source":"expiry"}]';
  const purged = '["row claim_decisions 0b1c",{"note":"Jane’s bill"}]';
  const hashes = `${mac(keys.answers, kept)}.${mac(keys.answers, purged)}`;
  expect(hashRow('claim_decisions', decision, keys)).toEqual({ 'row claim_decisions 0b1c': hashes });
});

test('a change of any column is found, and a later column that is empty is none', () => {
  const [recorded = ''] = Object.values(hashRow('notes', note, keys));
  const isSame = (row: HashedRow['row']) =>
    isRowAsHashed(hashForComparison({ table: 'notes', row }, keys), recorded, false);
  expect(isSame({ ...note, added_in_a_later_release: null })).toBe(true);
  for (const change of [{ text: 'x' }, { at: new Date(0) }, { staff_id: null }, { id: '6' }, { added: false }])
    expect(isSame({ ...note, ...change })).toBe(false);
});

test('after a purge, the columns that it empties may be empty, and only then', () => {
  const [recorded = ''] = Object.values(hashRow('claim_decisions', decision, keys));
  const isSame = (change: object, isPurged: boolean) =>
    isRowAsHashed(
      hashForComparison({ table: 'claim_decisions', row: { ...decision, ...change } }, keys),
      recorded,
      isPurged,
    );
  expect(isSame({ note: '' }, true)).toBe(true);
  expect(isSame({ note: '' }, false)).toBe(false);
  expect(isSame({ note: 'x' }, true)).toBe(false);
  expect(isSame({ note: '', outcome: 'deny' }, true)).toBe(false);
});

test('keys of several columns, and of bytes, name a row', () => {
  const role = { staff_id: '9f3a', case_id: '*', role: 'reviewer' };
  expect(rowName({ table: 'staff_roles', row: role })).toBe('row staff_roles 9f3a * reviewer');
  const deleted = deletedRow('staff_passkeys', { id: Buffer.of(1, 255) }, keys);
  const name = 'row staff_passkeys 01ff';
  expect(deleted).toEqual({ [name]: mac(keys.answers, `["${name}",null]`) });
  expect(isDeleted(name, deleted[name] ?? '', keys)).toBe(true);
  for (const forged of ['', mac(Buffer.alloc(32), `["${name}",null]`)])
    expect(isDeleted(name, forged, keys)).toBe(false);
});
