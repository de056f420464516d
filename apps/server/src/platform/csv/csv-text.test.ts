import { expect, test } from 'vitest';
import { formatCsvLine } from './csv-text.ts';

test.each(['=1+1', '+49 1', '-2+3', '@SUM(A1)', '\tx', '＝1'])(
  'a cell that a spreadsheet program would run as a formula is text: %j',
  (cell) => expect(formatCsvLine([cell, 'x'])).toBe(`'${cell},x\r\n`),
);

test.each([
  ['a=1', 'a=1'],
  [' =1', ' =1'],
  ['‮abc', '‮abc'],
  ['\rx', '"\'\rx"'],
  ['"Quoted", Jr', '"""Quoted"", Jr"'],
  ['two\r\nlines', '"two\r\nlines"'],
])('others stay as they are, between quotation marks if they need them: %j', (cell, written) => {
  expect(formatCsvLine([cell, 'x'])).toBe(`${written},x\r\n`);
});
