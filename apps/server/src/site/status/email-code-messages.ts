import type { Language } from '@redress/contract/language';

const english = {
  subject: (settlement: string) => `Your code for the ${settlement}`,
  heading: 'Your code',
  code: 'Code',
  lasts: 'It works once, for 10 minutes.',
  notYou: 'Never give it to anyone, even if they call you. If you did not ask for it, ignore this email.',
};

const spanish: typeof english = {
  subject: (settlement) => `Su código para el ${settlement}`,
  heading: 'Su código',
  code: 'Código',
  lasts: 'Sirve una vez, durante 10 minutos.',
  notYou: 'No se lo dé a nadie, aunque le llamen. Si usted no lo pidió, no haga nada.',
};

export const emailCodeMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };
