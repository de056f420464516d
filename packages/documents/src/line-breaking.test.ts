import { expect, test } from 'vitest';
import { breakLines } from './line-breaking.ts';

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

test('a word that changes its face within is not torn apart', () => {
  const runs = [{ text: 'one ' }, { text: 'two', bold: true }, { text: ', three' }];
  const lines = breakLines(runs, { font: 'plain', size: 1 }, 6, (part) => [...part].length);
  expect(lines.map((line) => line.map(({ text, font }) => [text, font]))).toEqual([
    [['one', 'plain']],
    [
      ['two', 'bold'],
      [',', 'plain'],
    ],
    [['three', 'plain']],
  ]);
});

test('a link goes on over the end of a line, and the space beside it is no part of it', () => {
  const runs = [{ text: 'see ' }, { text: 'our page', href: 'https://a.example' }, { text: ' now' }];
  const lines = breakLines(runs, { font: 'plain', size: 1 }, 8, (part) => [...part].length);
  expect(lines.map((line) => line.map(({ text, href }) => [text, href]))).toEqual([
    [
      ['see ', undefined],
      ['our', 'https://a.example'],
    ],
    [
      ['page', 'https://a.example'],
      [' now', undefined],
    ],
  ]);
});

test('breaks at a line separator, and never at a no-break space, which is written as a space', () => {
  expect(linesOf('one\u2028two', 20)).toEqual(['one', 'two']);
  expect(linesOf('at 1:00\u00a0pm', 8)).toEqual(['at', '1:00 pm']);
});
