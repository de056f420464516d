import { expect, test } from 'vitest';
import { storableJson } from './storable-json.ts';

test('what the database refuses is replaced by marks, wherever it stands', () => {
  const value = { sample: ['a\u0000b', 'cut \ud83d'], findings: [{ value: '\udc00 half' }] };
  expect(JSON.parse(storableJson(value))).toEqual({ sample: ['a␀b', 'cut �'], findings: [{ value: '� half' }] });
});

test('all else stays as it is', () => {
  const value = { text: 'Núñez 😀 "quoted"\n\t\u0001', number: 1.5, list: [true, null], missing: undefined };
  expect(storableJson(value)).toBe(JSON.stringify(value));
});
