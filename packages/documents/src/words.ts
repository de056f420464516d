import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';

/** The words of the papers themselves, whatever the case. */
export interface PaperWords {
  /** BCP 47. */
  readonly lang: string;
  /** With `{page}` and `{pages}`. */
  readonly page: string;
  readonly contents: string;
  /** With `{date}`. */
  readonly filed: string;
}

export const paperWords: Readonly<Record<Language, PaperWords>> = {
  en: { lang: localeOf.en, page: 'Page {page} of {pages}', contents: 'Contents', filed: 'Filed {date}' },
  es: { lang: localeOf.es, page: 'Página {page} de {pages}', contents: 'Contenido', filed: 'Presentado el {date}' },
};

/** `2025-07-17` as `July 17, 2025`, or as the language has it. */
export function dayInWords(day: string, { lang }: PaperWords): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
