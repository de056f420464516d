import { expect, test } from 'vitest';
import { formatLetterId } from '@redress/contract/letters';
import { readLetterId } from '@redress/contract/letter-id';
import { createLetterId } from './letter-id.ts';

/**
 * The check character, computed digit by digit with big integers from Crockford's description
 * (crockford.com/base32.html).
 */
function checkCharacterOf(characters: string): string {
  const values = '0 1 2 3 4 5 6 7 8 9 A B C D E F G H J K M N P Q R S T V W X Y Z'.split(' ');
  const extra = ['*', '~', '$', '=', 'U'];
  const bits = Array.from(characters, (one) => values.indexOf(one).toString(2).padStart(5, '0')).join('');
  return [...values, ...extra][Number(BigInt(`0b${bits}`) % 37n)] ?? '';
}

test('an ID has nine characters of base 32 and its check character, and reads as itself', () => {
  const ids = Array.from({ length: 2_000 }, createLetterId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    // The constraint of the database.
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}[0-9A-HJKMNP-TV-Z*~$=U]$/);
    expect(id.at(-1)).toBe(checkCharacterOf(id.slice(0, 9)));
    expect(readLetterId(id)).toEqual({ ok: true, code: id });
  }
  // Every character occurs at every place, and so does every check character.
  for (let place = 0; place < 9; place += 1) expect(new Set(ids.map((id) => id[place])).size).toBe(32);
  expect(new Set(ids.map((id) => id[9])).size).toBe(37);
});

test.each([
  ['000000000', '0'],
  ['000000010', '*'],
  ['000000011', '~'],
  ['000000012', '$'],
  ['000000013', '='],
  ['000000014', 'U'],
  ['000000015', '0'],
  ['ZZZZZZZZZ', checkCharacterOf('ZZZZZZZZZ')],
])('the check character of %s is %s', (characters, check) => {
  expect(checkCharacterOf(characters)).toBe(check);
  expect(readLetterId(characters + check)).toEqual({ ok: true, code: characters + check });
});

test.each([
  ['as printed', '000-000-014U'],
  ['in small letters and groups', ' 000 000-014 u '],
  ['with O for 0, and with I or L for 1', 'oOo-00O-oI4u'],
  ['with a small l for 1', 'oOo-00O-ol4u'],
])('reads an ID %s', (_how, typed) => {
  expect(readLetterId(typed)).toEqual({ ok: true, code: '000000014U' });
});

test('an ID is printed in groups', () => {
  expect(formatLetterId('000000014U')).toBe('000-000-014U');
});

test.each([
  ['', { kind: 'length', length: 0 }],
  ['000-000-014', { kind: 'length', length: 9 }],
  ['000-000-0014U', { kind: 'length', length: 11 }],
  ['000-0_0-014U', { kind: 'character', position: 5, character: '_' }],
  // Only the last character may be one of the five.
  ['000-0U0-014U', { kind: 'character', position: 5, character: 'U' }],
  ['000-000-0140', { kind: 'check' }],
])('refuses %j, and says what is wrong', (typed, problem) => {
  expect(readLetterId(typed)).toEqual({ ok: false, error: 'letter-id-check', problem });
});

test('notices every wrong character, and every two neighbors in the wrong order', () => {
  const id = createLetterId();
  const places = Array.from({ length: 9 }, (_, place) => place);
  const wrong = places.flatMap((place) => {
    const [before, one = '', next = ''] = [id.slice(0, place), id[place], id[place + 1]];
    const others = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (other) => before + other + id.slice(place + 1));
    return [...others, before + next + one + id.slice(place + 2)].filter((changed) => changed !== id);
  });
  expect(wrong.filter((changed) => readLetterId(changed).ok)).toEqual([]);
});
