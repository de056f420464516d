/** The languages that a website can speak. English is the language of the case; the court's papers are in it. */
export type Language = 'en' | 'es';

/** The language as people in the United States write it (BCP 47): for dates and numbers, and for files that name their language. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };
