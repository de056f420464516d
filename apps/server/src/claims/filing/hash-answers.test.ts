import { claimForm } from '@redress/contract/fixtures/sample-settlement';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashAnswers } from './hash-answers.ts';

const key = Buffer.alloc(32, 1);
const form = claimForm();

test('the order of answers does not change their hash', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean())), (answers) => {
      const reversed = Object.fromEntries(Object.entries(answers).toReversed());
      expect(hashAnswers(form, reversed, key)).toEqual(hashAnswers(form, answers, key));
    }),
  );
});

test('a different answer, version, form or key changes the hash', () => {
  const hash = hashAnswers(form, { a: '1' }, key);
  const others = [
    hashAnswers(form, { a: '2' }, key),
    hashAnswers(form, { a: '1', b: false }, key),
    hashAnswers({ ...form, version: 2 }, { a: '1' }, key),
    hashAnswers({ ...form, id: 'b' }, { a: '1' }, key),
    hashAnswers(form, { a: '1' }, Buffer.alloc(32, 2)),
  ];
  for (const other of others) expect(other.equals(hash)).toBe(false);
});
