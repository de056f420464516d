import { expect, test } from 'vitest';
import { breakLines } from './text-lines.ts';

/** Every letter is one point wide. */
const linesOf = (text: string, width: number) =>
  breakLines(text, { font: 'plain', size: 1 }, width, (part) => [...part].length).map((line) =>
    line.map((run) => run.text).join(''),
  );

test('breaks between words, and fills each line as far as it goes', () => {
  expect(linesOf('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  expect(linesOf('one two', 7)).toEqual(['one two']);
});

test('breaks inside a word only where it is wider than a line', () => {
  expect(linesOf('ab abcdefgh c', 5)).toEqual(['ab', 'abcde', 'fgh c']);
});

test('takes any number of spaces and line ends as one space', () => {
  expect(linesOf('  one \n two\t', 20)).toEqual(['one two']);
  expect(linesOf('', 20)).toEqual([]);
});
