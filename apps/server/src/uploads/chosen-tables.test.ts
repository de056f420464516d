import { expect, test } from 'vitest';
import { readChosenTables } from './chosen-tables.ts';

const sound = [
  { table: 0, kind: 'purchases', columns: { payor: 3, amount: 0 } },
  { table: 1, kind: 'none', columns: {} },
  { table: 2, kind: 'purchases', columns: { date: 1 }, dates: 'day-first', decimals: 'comma' },
];

test('how tables are to be read is taken as it was said', () => {
  expect(readChosenTables(JSON.stringify(sound))).toEqual(sound);
  expect(readChosenTables('[]')).toEqual([]);
});

test.each([
  ['no JSON', '[{'],
  ['no list', '{}'],
  ['null', 'null'],
  ['a kind that there is none of', '[{"table":0,"kind":"sales","columns":{}}]'],
  ['a column that there is none of', '[{"table":0,"kind":"purchases","columns":{"price":1}}]'],
  ['a column by its name', '[{"table":0,"kind":"purchases","columns":{"payor":"A"}}]'],
  ['a column before the first', '[{"table":0,"kind":"purchases","columns":{"payor":-1}}]'],
  ['half a column', '[{"table":0,"kind":"purchases","columns":{"payor":0.5}}]'],
  ['a table without columns', '[{"table":0,"kind":"purchases"}]'],
  ['an order of dates that there is none of', '[{"table":0,"kind":"purchases","columns":{},"dates":"year-first"}]'],
  ['a decimal mark that there is none of', '[{"table":0,"kind":"purchases","columns":{},"decimals":","}]'],
  ['more than is asked', '[{"table":0,"kind":"purchases","columns":{},"rows":[]}]'],
  ['more than 8 KB', JSON.stringify(Array.from({ length: 200 }, () => sound[0]))],
])('%s is not taken', (_name, text) => {
  expect(readChosenTables(text)).toBeUndefined();
});
