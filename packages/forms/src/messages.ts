import type { Language } from './definition.ts';

/** No form can send such answers. Authors of other clients read these messages. */
const ofPrograms = {
  notText: 'This field takes text',
  notBoolean: 'This field takes true or false',
  notList: 'This field takes a list',
  notRow: 'A row must be an object',
  unknown: 'This form has no such field',
};

const english = {
  ...ofPrograms,
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed',
  option: 'Choose one of the options in the list',
  characters: 'Type this again. It has a character that cannot be kept',
  letter: 'Type at least one letter or number',
  echo: (of: string) => `This field must say the same as ${of}`,
};

const spanish: typeof english = {
  ...ofPrograms,
  confirmed: 'Confirmado',
  notConfirmed: 'No confirmado',
  option: 'Elija una de las opciones de la lista',
  characters: 'Escriba esto otra vez. Tiene un carácter que no se puede guardar',
  letter: 'Escriba al menos una letra o un número',
  echo: (of) => `Este campo debe decir lo mismo que ${of}`,
};

export type FormLanguageMessages = typeof english;
const messages: Readonly<Record<Language, FormLanguageMessages>> = { en: english, es: spanish };

/** These messages belong to the form language. All others are in the definition. */
export const messagesIn = (language: Language = 'en'): FormLanguageMessages => messages[language];
