import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { uniqueIdValues } from './unique-id-values.ts';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const randomId = (alphabet: string) => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
function fewOf(count: number, idOf: (number: number) => string) {
  const values = uniqueIdValues();
  for (let number = 0; number < count; number += 1) values.take(idOf(number));
  return values.fewOf();
}

test('random letters and digits are many enough, also without those that are easily mixed up', () => {
  expect(fewOf(2_000, () => randomId(`${capitals}0123456789`))).toBeUndefined();
  expect(fewOf(2_000, () => randomId('ABCDEFGHJKMNPQRSTUVWXYZ23456789'))).toBeUndefined();
});

test('eight random digits are few', () => {
  expect(fewOf(2_000, () => randomId('0123456789'))).toBe(1e8);
});

test('IDs that are counted up are few', () => {
  expect(fewOf(1_000, (number) => `DEMO${String(number).padStart(4, '0')}`)).toBe(1_000);
});

test('of a handful nothing can be told', () => {
  expect(fewOf(199, (number) => `DEMO${String(number).padStart(4, '0')}`)).toBeUndefined();
});
