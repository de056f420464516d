import type { Language } from '@redress/contract/language';

const english = {
  subject: (settlement: string) => `Your code for the ${settlement}`,
  heading: 'Your code to see your claim',
  code: 'Code',
  lasts: 'Enter it on the page where you asked for it. It works for 10 minutes, once.',
  notYou: 'If you did not ask for it, you can ignore this email. Never give the code to anyone, even if they call you.',
};

const spanish: typeof english = {
  subject: (settlement) => `Su código para el ${settlement}`,
  heading: 'Su código para ver su reclamo',
  code: 'Código',
  lasts: 'Escríbalo en la página donde lo pidió. Sirve durante 10 minutos, una sola vez.',
  notYou: 'Si usted no lo pidió, no tiene que hacer nada. No le dé el código a nadie, aunque le llamen.',
};

export const emailCodeMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
