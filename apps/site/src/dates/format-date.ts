import { type Language, localeOf } from '@redress/contract/language';

/** `Jul 17, 2025` or `17 jul 2025`. */
export function mediumDate(moment: string, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'medium', timeZone }).format(new Date(moment));
}

/** `3:42 PM` or `3:42 p. m.`, in the device’s time zone. */
export function shortTime(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { timeStyle: 'short' }).format(moment);
}
