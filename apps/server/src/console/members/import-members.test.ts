import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { estimatePossibleIds } from './import-members.ts';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const randomId = (alphabet: string) => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
function estimate(count: number, idOf: (number: number) => string) {
  const possibleIds = estimatePossibleIds();
  for (let number = 0; number < count; number += 1) possibleIds.add(idOf(number));
  return possibleIds.ifFew();
}

test('random letters and digits cannot be guessed, even without easily confused characters', () => {
  expect(estimate(2_000, () => randomId(`${capitals}0123456789`))).toBeUndefined();
  expect(estimate(2_000, () => randomId('ABCDEFGHJKMNPQRSTUVWXYZ23456789'))).toBeUndefined();
});

test('eight random digits can be guessed', () => {
  expect(estimate(2_000, () => randomId('0123456789'))).toBe(1e8);
});

test('numbered IDs can be guessed', () => {
  expect(estimate(1_000, (number) => `DEMO${String(number).padStart(4, '0')}`)).toBe(1_000);
});

test('a small sample gives no estimate', () => {
  expect(estimate(199, (number) => `DEMO${String(number).padStart(4, '0')}`)).toBeUndefined();
});
