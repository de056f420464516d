import { amount, email, phone, required, textPattern, zip } from './rules.ts';

const [shortPhone, longPhone, digitsOnly] = phone;
const [longEmail, badEmail] = email;
const [longAmount, badAmount] = amount;

/**
 * Spanish error messages by the English ones. The English messages are the specification’s; these
 * explain the remedy. A missing message stops the build, and a test finds unused ones.
 */
export const messagesInSpanish: Readonly<Record<string, string>> = {
  [required.message]: 'Complete este campo obligatorio',
  'This Field is required': 'Complete este campo obligatorio',
  'You must selected one of the options.': 'Elija una de las opciones',

  'This field must be at least 2 characters': 'Escriba al menos 2 caracteres',
  'This field must be at least 8 characters': 'Escriba al menos 8 caracteres',
  'This field must not be at greater 8 characters': 'Escriba 8 caracteres como máximo',
  'This field must not be at greater 40 characters': 'Escriba 40 caracteres como máximo',
  'This field must not be at greater 50 characters': 'Escriba 50 caracteres como máximo',
  'Field must be at least 2 characters': 'Escriba al menos 2 caracteres',
  'Field cannot be more than 50 characters': 'Escriba 50 caracteres como máximo',
  'Field must be at least 9 characters': 'Escriba al menos 9 dígitos',
  'Field cannot be more than 9 characters': 'Escriba 9 dígitos como máximo',
  'This field must be at least 9 digits': 'Escriba al menos 9 dígitos',
  'This field must not be at greater 9 digits': 'Escriba 9 dígitos como máximo',
  [shortPhone.message]: 'Escriba al menos 10 dígitos',
  [longPhone.message]: 'Escriba 10 dígitos como máximo',
  [longEmail.message]: 'Escriba 255 caracteres como máximo',
  [longAmount.message]: 'Escriba 15 dígitos como máximo',

  [digitsOnly.message]: 'Escriba solo números',
  'This field accepts only numerical digits 0-9': 'Escriba solo dígitos del 0 al 9',
  'This field accepts only numerical digits 0-9 and characters A-Z':
    'Escriba solo dígitos del 0 al 9 y letras de la A a la Z',
  [badAmount.message]: 'Escriba solo números y, si hace falta, un punto con hasta 4 decimales',
  [textPattern.message]:
    'Escriba solo letras, números, espacios, puntos, guiones, apóstrofos, paréntesis, corchetes y los signos &, / y #',
  [zip.message]: 'Escriba un código postal de EE. UU., como 99999 o 99999-9999',
  [badEmail.message]: 'Escriba un correo electrónico válido, como nombre@example.com',
};
