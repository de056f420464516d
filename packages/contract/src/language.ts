import type { Language } from '@redress/forms/definition';

export type { Language } from '@redress/forms/definition';

/** US locales (BCP 47), for dates, numbers and the language of files. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** Every language, English first. */
export const languages: readonly Language[] = ['en', 'es'];
