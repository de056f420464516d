import type { Language } from '@redress/contract/language';
import { formatDay, localeOf } from '@redress/contract/language';

/** `2025-07-17` becomes `July 17, 2025` or `17 de julio de 2025`. */
export const longDate = (day: string, language: Language = 'en'): string => formatDay(day, language);

/** `2025-07-17` becomes `07/17/2025`, the format of spreadsheets and data files. */
export function numericDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** `2008-06-14` becomes `June 2008` or `junio de 2008`. */
export function monthAndYear(date: string, language: Language = 'en'): string {
  return formatDay(date, language, { month: 'long', year: 'numeric' });
}

/** `13:00` becomes `1:00 pm` or `1:00 p. m.`, with non-breaking spaces. */
export function clockTime(time: string, language: Language = 'en'): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const half = hour < 12 ? { en: '\u00a0am', es: '\u00a0a.\u00a0m.' } : { en: '\u00a0pm', es: '\u00a0p.\u00a0m.' };
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')}${half[language]}`;
}

/** `13:00` becomes `a la 1:00 p. m.`, `14:00` becomes `a las 2:00 p. m.` */
export function atClockTimeInSpanish(time: string): string {
  const words = clockTime(time, 'es');
  return `${words.startsWith('1:') ? 'a la' : 'a las'} ${words}`;
}

/**
 * `2_250_000` becomes `$2.25 million` or `2.25 millones de dólares`, and `765_000` becomes
 * `765,000 dollars`. Millions that three decimals would round are written out.
 */
export function dollars(sum: number, language: Language = 'en'): string {
  const number = (value: number) => value.toLocaleString(localeOf[language]);
  if (sum < 1_000_000 || sum % 1_000 !== 0) return `${number(sum)} ${language === 'en' ? 'dollars' : 'dólares'}`;
  const millions = number(sum / 1_000_000);
  if (language === 'en') return `$${millions} million`;
  return `${millions} ${sum === 1_000_000 ? 'millón' : 'millones'} de dólares`;
}

// Creating a format takes longer than using it a hundred times.
const wholeDollars = new Intl.NumberFormat('en-US');
const withCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** For tables: `765_000` becomes `$765,000`, and `93.5` becomes `$93.50`. */
export function dollarsAndCents(sum: number): string {
  return `$${(Number.isInteger(sum) ? wholeDollars : withCents).format(sum)}`;
}

/** `[37.5, 75, 150]` becomes `37.5, 75 and 150` or `37.5, 75 y 150`. */
export function listed(
  items: readonly (number | string)[],
  language: Language = 'en',
  conjunction: string = language === 'en' ? 'and' : 'y',
): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items[items.length - 1]}`;
}

const numberWords = {
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  es: ['cero', 'una', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
} as const;

/** `7_200` seconds become `two hours` or `dos horas`. */
export function hours(seconds: number, language: Language = 'en'): string {
  const count = seconds / 3_600;
  const unit = { en: count === 1 ? 'hour' : 'hours', es: count === 1 ? 'hora' : 'horas' }[language];
  return `${numberWords[language][count] ?? count.toLocaleString(localeOf[language])} ${unit}`;
}

/** `2_592_000` seconds become `30 days` or `30 días`. */
export const days = (seconds: number, language: Language = 'en'): string =>
  `${seconds / 86_400} ${language === 'en' ? 'days' : 'días'}`;

/** Ends a sentence, even after a name that ends with a period, for example `Acme Inc.` */
export const withPeriod = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
