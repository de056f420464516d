import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';

/** A moment as `Jul 17, 2025` (`17 jul 2025` in Spanish) in the court's time zone. */
export function mediumDate(moment: string, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'medium', timeZone }).format(new Date(moment));
}
