import type { Language } from '@redress/forms/definition';

export type { Language } from '@redress/forms/definition';

/** English pages and forms are translated into these languages. */
export type TranslationLanguage = Exclude<Language, 'en'>;

/** Dates, numbers and the language of files use US locales (BCP 47). */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** English comes first. */
export const languages: readonly Language[] = ['en', 'es'];

/** Without `dateStyle`, which browsers of 2020 ignore. */
const longDay = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** Formats a day (`YYYY-MM-DD`), by default as `July 17, 2025` or `17 de julio de 2025`. */
export function formatDay(day: string, language: Language, format: Intl.DateTimeFormatOptions = longDay): string {
  return new Intl.DateTimeFormat(localeOf[language], { ...format, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Formats a day of the court for staff, as `Jul 17, 2025`. */
export const formatCourtDay = (day: string): string => formatDay(day, 'en', { dateStyle: 'medium' });
