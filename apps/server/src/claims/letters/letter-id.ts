import { letterIdBase, letterIdCheck, letterIdDigits, letterIdSymbols } from '@redress/contract/letter-id';
import { randomInt } from 'node:crypto';

/** Makes the ID of a letter: nine random characters and a check character. */
export function createLetterId(): string {
  const number = randomInt(letterIdBase ** letterIdDigits);
  const characters = Array.from(
    { length: letterIdDigits },
    (_, index) => Math.floor(number / letterIdBase ** (letterIdDigits - 1 - index)) % letterIdBase,
  );
  return [...characters, letterIdCheck(number)].map((value) => letterIdSymbols[value]).join('');
}
