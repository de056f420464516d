import type { Language } from '@redress/contract/language';

const english = {
  version: 'This version of the form does not exist',
  documentsToFollow: 'This field takes a whole number from 0',
  captcha: 'Please tick the box again. The check could not be used.',
};
/** A word that is missing here does not compile. */
const spanish: typeof english = {
  version: 'Esta versión del formulario no existe',
  documentsToFollow: 'En este campo va un número entero desde 0',
  captcha: 'Marque la casilla otra vez. La revisión no funcionó.',
};
const words: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** What is said of the parts of a claim's request that no form speaks of. English where no language is named. */
export const requestWordsIn = (language: Language = 'en'): typeof english => words[language];
