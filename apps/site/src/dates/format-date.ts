import { type Language, localeOf } from '@redress/contract/language';

// Browsers of 2020 ignore `dateStyle` and `timeStyle`, and write 7/17/2025.

/** `July 17, 2025` or `17 de julio de 2025`. */
export function longDate(moment: string, timeZone: string, language: Language): string {
  const format = { year: 'numeric', month: 'long', day: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat(localeOf[language], format).format(new Date(moment));
}

/** `3:42 PM` or `3:42 p. m.`, in the device’s time zone. */
export function shortTime(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { hour: 'numeric', minute: '2-digit' }).format(moment);
}
