import { expect, test } from 'vitest';
import { parseChosenTables } from './resumable-upload-routes.ts';

const valid = [
  { table: 0, kind: 'purchases', columns: { payor: 3, amount: 0 } },
  { table: 1, kind: 'none', columns: {} },
  { table: 2, kind: 'purchases', columns: { date: 1 }, dates: 'day-first', decimals: 'comma' },
];

test('valid choices are returned as they are', () => {
  expect(parseChosenTables(JSON.stringify(valid))).toEqual(valid);
  expect(parseChosenTables('[]')).toEqual([]);
});

test.each([
  ['invalid JSON', '[{'],
  ['an object', '{}'],
  ['null', 'null'],
  ['an unknown kind', '[{"table":0,"kind":"sales","columns":{}}]'],
  ['an unknown column', '[{"table":0,"kind":"purchases","columns":{"price":1}}]'],
  ['a column by its name', '[{"table":0,"kind":"purchases","columns":{"payor":"A"}}]'],
  ['a negative column', '[{"table":0,"kind":"purchases","columns":{"payor":-1}}]'],
  ['a fractional column', '[{"table":0,"kind":"purchases","columns":{"payor":0.5}}]'],
  ['a table without columns', '[{"table":0,"kind":"purchases"}]'],
  ['an unknown date order', '[{"table":0,"kind":"purchases","columns":{},"dates":"year-first"}]'],
  ['an unknown decimal mark', '[{"table":0,"kind":"purchases","columns":{},"decimals":","}]'],
  ['an additional property', '[{"table":0,"kind":"purchases","columns":{},"rows":[]}]'],
  ['more than 8 KB', JSON.stringify(Array.from({ length: 200 }, () => valid[0]))],
])('%s is invalid', (_name, text) => {
  expect(() => parseChosenTables(text)).toThrow(Error);
});
