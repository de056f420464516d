import { type Language, localeOf } from '@redress/contract/language';

/** `Jul 17, 2025`, or `17 de julio de 2025` in Spanish, where it is part of a sentence. */
export function mediumDate(moment: string, timeZone: string, language: Language): string {
  const dateStyle = language === 'en' ? 'medium' : 'long';
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle, timeZone }).format(new Date(moment));
}

/** `3:42 PM` or `3:42 p. m.`, in the device’s time zone. */
export function shortTime(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { timeStyle: 'short' }).format(moment);
}
