import { expect, test } from 'vitest';
import { findWords } from './settlement-words.ts';

test('long words are found in any capitals, and inside other words', () => {
  expect(findWords('THE ANTIDEPRESSANTS', ['Antidepressant', 'P.O. Box 99900'])).toEqual(['Antidepressant']);
});

test.each([
  ['Claim HCU1234567897 was received', true],
  ['prefix: "HCU"', true],
  ['HCU12', false],
  ['Whcu and hcu', false],
  ['XHCU1234567897', false],
  ['HCU_COUNT', false],
])('a prefix of three letters in "%s": %s', (text, isFound) => {
  expect(findWords(text, ['HCU'])).toEqual(isFound ? ['HCU'] : []);
});

test.each([
  ['R1234567897', true],
  ['R12345678971', false],
  ['const R = 1', false],
])('a prefix of one letter in "%s", which must be a part of a reference number: %s', (text, isFound) => {
  expect(findWords(text, ['R'])).toEqual(isFound ? ['R'] : []);
});

test('a prefix with characters that patterns use', () => {
  expect(findWords('A.B 1', ['A.B'])).toEqual(['A.B']);
  expect(findWords('AXB 1', ['A.B'])).toEqual([]);
});
