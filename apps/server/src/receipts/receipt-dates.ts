import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';

const momentFormats: Readonly<Record<Language, Intl.DateTimeFormatOptions>> = {
  en: { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  es: { dateStyle: 'long' },
};

/** `Jul 17, 2025, 3:42 PM EDT` or `17 de julio de 2025, 3:42 p. m. EDT`; the spaces of the Spanish time do not break. */
export function writeMoment(moment: Date, timeZone: string, language: Language): string {
  const locale = localeOf[language];
  const written = new Intl.DateTimeFormat(locale, { ...momentFormats[language], timeZone }).format(moment);
  return language === 'en' ? written : `${written}, ${writeTimeInSpanish(moment, timeZone)}`;
}

/** What `Intl` has for Spanish in the United States differs from one edition of its data to the next. */
function writeTimeInSpanish(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const half = part('dayPeriod') === 'AM' ? 'a.\u00a0m.' : 'p.\u00a0m.';
  return [`${part('hour')}:${part('minute')}`, half, part('timeZoneName')].join('\u00a0');
}

/** `2025-07-17` as `July 17, 2025` or `17 de julio de 2025`. */
export function writeDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
