import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';

/** A moment as `Jul 17, 2025` (`17 de julio de 2025` in Spanish: it stands in sentences) in the court's time zone. */
export function mediumDate(moment: string, timeZone: string, language: Language): string {
  const dateStyle = language === 'en' ? 'medium' : 'long';
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle, timeZone }).format(new Date(moment));
}

/** A moment as `3:42 PM` (`3:42 p. m.` in Spanish) by the device's own clock. */
export function shortTime(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { timeStyle: 'short' }).format(moment);
}
