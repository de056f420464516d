import { expect, test } from 'vitest';
import { breakLines } from './line-breaking.ts';

/** Every character is one point wide. */
const linesOf = (text: string, width: number) =>
  breakLines(text, { font: 'plain', size: 1 }, width, (part) => [...part].length).map((line) =>
    line.map((run) => run.text).join(''),
  );

test('breaks between words, and fills each line', () => {
  expect(linesOf('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  expect(linesOf('one two', 7)).toEqual(['one two']);
});

test('breaks inside a word only if it is wider than a line', () => {
  expect(linesOf('ab abcdefgh c', 5)).toEqual(['ab', 'abcde', 'fgh c']);
});

test('collapses spaces and line ends', () => {
  expect(linesOf('  one \n two\t', 20)).toEqual(['one two']);
  expect(linesOf('', 20)).toEqual([]);
});

test('keeps a word together if its style changes within', () => {
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

test('a link continues on the next line, without the spaces around it', () => {
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

test('breaks at a line separator, but not at a no-break space, which becomes a space', () => {
  expect(linesOf('one\u2028two', 20)).toEqual(['one', 'two']);
  expect(linesOf('at 1:00\u00a0pm', 8)).toEqual(['at', '1:00 pm']);
});
