import type { Language } from '@redress/forms/definition';

export type { Language } from '@redress/forms/definition';

/** The languages that English pages and forms are translated into. */
export type TranslationLanguage = Exclude<Language, 'en'>;

/** US locales (BCP 47), for dates, numbers and the language of files. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** Every language, English first. */
export const languages: readonly Language[] = ['en', 'es'];

/** Formats a day (`YYYY-MM-DD`); by default `July 17, 2025` or `17 de julio de 2025`. */
export function formatDay(
  day: string,
  language: Language,
  format: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string {
  return new Intl.DateTimeFormat(localeOf[language], { ...format, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
