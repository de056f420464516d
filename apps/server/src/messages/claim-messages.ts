import type { Language } from '@redress/contract/language';

const english = {
  version: 'This version of the form does not exist',
  documentsToFollow: 'This field takes a whole number from 0',
  captcha: 'Please tick the box again. The check could not be used.',
};
const spanish: typeof english = {
  version: 'Esta versión del formulario no existe',
  documentsToFollow: 'En este campo va un número entero desde 0',
  captcha: 'Marque la casilla otra vez. La revisión no funcionó.',
};

/** Errors in the parts of a claim request that are not answers. */
export const claimMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
