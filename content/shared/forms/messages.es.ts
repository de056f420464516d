import { digits, digitsOfLength, email, length, lettersAndDigits, required, textPattern, zip } from './rules.ts';

const [, badEmail] = email;

/** The messages of `length` in Spanish, by the English ones. */
export const lengthInSpanish = (min: number, max: number): Readonly<Record<string, string>> => {
  const [tooShort, tooLong] = length(min, max);
  return {
    [tooShort.message]: `Escriba al menos ${min} caracteres`,
    [tooLong.message]: `Escriba ${max} caracteres como máximo`,
  };
};

const digitsOfLengthInSpanish = (count: number): Readonly<Record<string, string>> => {
  const [tooFew, tooMany] = digitsOfLength(count);
  return { [tooFew.message]: `Escriba los ${count} dígitos`, [tooMany.message]: `Escriba solo ${count} dígitos` };
};

/**
 * Spanish error messages of the shared rules, by the English ones. A missing message stops the
 * build.
 */
export const messagesInSpanish: Readonly<Record<string, string>> = {
  [required.message]: 'Complete este campo obligatorio',
  ...lengthInSpanish(2, 40),
  ...lengthInSpanish(2, 50),
  ...lengthInSpanish(8, 8),
  ...lengthInSpanish(2, 255),
  ...digitsOfLengthInSpanish(9),
  ...digitsOfLengthInSpanish(10),
  [digits.message]: 'Escriba solo dígitos',
  [lettersAndDigits.message]: 'Escriba solo letras de la A a la Z y dígitos',
  [textPattern.message]: "Use solo letras, números, espacios y los signos . - ' & / # ( ) [ ]",
  [zip.message]: 'Escriba un código postal de EE. UU., como 12345 o 12345-6789',
  [badEmail.message]: 'Escriba un correo electrónico, como nombre@example.com',
};
