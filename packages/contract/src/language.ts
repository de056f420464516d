import type { Language } from '@redress/forms/definition';

export type { Language } from '@redress/forms/definition';

/** The language as people in the United States write it (BCP 47): for dates and numbers, and for files that name their language. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** Every language, English first. */
export const languages: readonly Language[] = ['en', 'es'];
