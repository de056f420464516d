import { letterIdLength } from '@redress/contract/letters';
import { randomInt } from 'node:crypto';

/** Crockford's base 32. The last five symbols are only check characters. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U';
const base = 32;
const digits = letterIdLength - 1;

/** Makes the ID of a letter: nine random characters and a check character. */
export function createLetterId(): string {
  const number = randomInt(base ** digits);
  const characters = Array.from(
    { length: digits },
    (_, index) => Math.floor(number / base ** (digits - 1 - index)) % base,
  );
  return [...characters, checkOf(number)].map((value) => symbols[value]).join('');
}

type LetterIdResult =
  | { readonly ok: true; readonly code: string }
  | {
      readonly ok: false;
      readonly error: 'letter-id-check';
      /**
       * `length`: there are not ten characters. `character`: no letter ID has the character at this
       * position, counted from 1. `check`: some character is wrong, because the last one does not
       * match the others.
       */
      readonly problem:
        | { readonly kind: 'length'; readonly length: number }
        | { readonly kind: 'character'; readonly position: number; readonly character: string }
        | { readonly kind: 'check' };
    };

/** Reads a letter ID as people type it: in small letters, in groups, with O for 0 and I or L for 1. */
export function readLetterId(typed: string): LetterIdResult {
  const characters = Array.from(
    typed.replace(/[\s-]/g, '').toUpperCase(),
    (character) => lookalikes[character] ?? character,
  );
  const fail = (problem: (LetterIdResult & { readonly ok: false })['problem']): LetterIdResult => ({
    ok: false,
    error: 'letter-id-check',
    problem,
  });
  const values = characters.map((character) => symbols.indexOf(character));
  const wrong = values.findIndex((value, index) => value === -1 || (value >= base && index !== digits));
  if (characters.length !== digits + 1) return fail({ kind: 'length', length: characters.length });
  if (wrong !== -1) return fail({ kind: 'character', position: wrong + 1, character: characters[wrong] ?? '' });
  const number = values.slice(0, digits).reduce((sum, value) => sum * base + value, 0);
  return values[digits] === checkOf(number) ? { ok: true, code: characters.join('') } : fail({ kind: 'check' });
}

const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

const checkOf = (number: number): number => number % symbols.length;
