import type { Language } from '@redress/contract/language';

const english = {
  version: 'This version of the form does not exist',
  documentsToFollow: 'This field must be a whole number, 0 or more',
  captcha: 'Please check the box again. The last check did not work.',
};
const spanish: typeof english = {
  version: 'Esta versión del formulario no existe',
  documentsToFollow: 'Este campo debe ser un número entero, 0 o mayor',
  captcha: 'Marque la casilla otra vez. La última revisión no funcionó.',
};

/** Errors in the parts of a claim request that are not answers. */
export const claimMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
