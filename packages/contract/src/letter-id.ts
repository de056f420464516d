import { letterIdLength } from './letters.ts';

/** Crockford's base 32. The last five symbols are only check characters. */
export const letterIdSymbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U';
export const letterIdBase = 32;
export const letterIdDigits = letterIdLength - 1;

/** The place of a number's check character among the symbols. */
export const letterIdCheck = (number: number): number => number % letterIdSymbols.length;

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
  const values = characters.map((character) => letterIdSymbols.indexOf(character));
  const wrong = values.findIndex((value, index) => value === -1 || (value >= letterIdBase && index !== letterIdDigits));
  if (characters.length !== letterIdLength) return fail({ kind: 'length', length: characters.length });
  if (wrong !== -1) return fail({ kind: 'character', position: wrong + 1, character: characters[wrong] ?? '' });
  const number = values.slice(0, letterIdDigits).reduce((sum, value) => sum * letterIdBase + value, 0);
  return values[letterIdDigits] === letterIdCheck(number)
    ? { ok: true, code: characters.join('') }
    : fail({ kind: 'check' });
}

const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Reads a letter ID as typed or scanned, or tells staff what is wrong with it. */
export function readTypedLetterId(typed: string): { readonly code: string } | { readonly message: string } {
  const read = readLetterId(typed);
  if (read.ok) return { code: read.code };
  const { problem } = read;
  switch (problem.kind) {
    case 'length':
      return { message: `A letter ID has 10 characters, not ${problem.length}.` };
    case 'character':
      return { message: `No letter ID has “${problem.character}” as character ${problem.position}.` };
    case 'check':
      return { message: 'One character of this letter ID is wrong.' };
  }
}
