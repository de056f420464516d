import { expect, test } from 'vitest';
import { storableJson } from './data-check-jobs.ts';

test('characters that PostgreSQL rejects in jsonb are replaced, at any depth', () => {
  const value = { sample: ['a\u0000b', 'cut \ud83d'], findings: [{ value: '\udc00 half' }] };
  expect(JSON.parse(storableJson(value))).toEqual({ sample: ['a␀b', 'cut �'], findings: [{ value: '� half' }] });
});

test('everything else is unchanged', () => {
  const value = { text: 'Núñez 😀 "quoted"\n\t\u0001', number: 1.5, list: [true, null], missing: undefined };
  expect(storableJson(value)).toBe(JSON.stringify(value));
});
