import type { FieldError, RowAnswers } from './answers.ts';
import type { Language, RowsField, Rule, TypedField, TypedKind } from './definition.ts';
import { formatMoney } from './format-money.ts';

const english = {
  messages: {
    money: 'Enter an amount in dollars, such as 1250 or 1250.50',
    count: 'Enter a whole number, such as 24',
    hours: 'Enter hours as a number, such as 3 or 2.5',
    date: 'Enter a date as month/day/year, such as 3/14/2025',
  },
  dateOrder: { hint: 'Type month/day/year, such as 3/14/2025.', example: 'MM/DD/YYYY' },
};
const spanish: typeof english = {
  messages: {
    money: 'Escriba una cantidad en dólares, como 1250 o 1250.50',
    count: 'Escriba un número entero, como 24',
    hours: 'Escriba las horas con un número, como 3 o 2.5',
    date: 'Escriba la fecha como mes/día/año, por ejemplo 3/14/2025',
  },
  dateOrder: { hint: 'Escriba mes/día/año, por ejemplo 3/14/2025.', example: 'MM/DD/AAAA' },
};
const texts: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** The hint goes below the label of a date, and the example into an empty cell of a row. */
export const dateOrderIn = (language: Language): { readonly hint: string; readonly example: string } =>
  texts[language].dateOrder;

/** Adds the order of month, day and year to the hint of a date. */
export function withOrder(field: TypedField, language: Language): TypedField {
  return field.kind === 'date' ? { ...field, hint: `${field.hint ?? ''} ${dateOrderIn(language).hint}`.trim() } : field;
}

/** An amount is less than ten billion dollars, so that sums of thousands of rows are exact. */
const isAmount = (answer: string): boolean => /^\d{1,10}(\.\d\d?)?$/.test(answer);

/** Tests whether the text is a day (`YYYY-MM-DD`) of the calendar, from 1900 to 2099. */
export function isDay(text: string): boolean {
  const date = new Date(/^(19|20)\d\d-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Reports an answer that is not an amount, number or day. The rule of the error is the kind. */
export function kindErrors(field: TypedField, answer: string, language: Language = 'en'): FieldError[] {
  const kind = field.kind;
  // Characters that cannot be stored have an error, too.
  if (answer === '' || isOfKind(field, answer) || /[\0\p{Surrogate}]/u.test(answer)) return [];
  const all: Partial<Record<TypedKind, string>> = texts[language].messages;
  return [{ field: field.name, rule: kind, message: all[kind] ?? '' }];
}

/** A pattern replaces the check of an amount or a count. */
function isOfKind({ kind, rules }: TypedField, answer: string): boolean {
  switch (kind) {
    case 'hours':
      return /^\d{1,5}(\.\d\d?)?$/.test(answer);
    case 'date':
      return isDay(answer);
    case 'money':
    case 'count':
      if (rules.some(({ rule }) => rule === 'pattern')) return true;
      return kind === 'money' ? isAmount(answer) : /^\d{1,12}$/.test(answer);
    default:
      return true;
  }
}

/** Tests whether an answer exceeds a limit. Numbers of up to 15 digits are exact. */
export function isBeyond({ rule, than }: Extract<Rule, { rule: 'atLeast' | 'atMost' }>, answer: string): boolean {
  const value = typeof than === 'string' ? answer : Number(answer);
  return rule === 'atLeast' ? value < than : value > than;
}

/** Removes units and separators that people type in hours and dates. */
export function unmask(kind: TypedKind, line: string): string {
  if (kind === 'date') return unmaskDate(line);
  return kind === 'hours' ? unmaskHours(line) : line;
}

/**
 * `3/14/2025`, `03-14-2025` and `03142025` become `2025-03-14`, in US order. Two-digit years stay
 * as typed, and so do dots, which are usual where the day comes first.
 */
function unmaskDate(line: string): string {
  const yearFirst = line
    .replace(/\s/g, '')
    .replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3')
    .replace(/^(\d\d?)[/-](\d\d?)[/-](\d{4})$/, '$3-$1-$2');
  if (!/^\d{4}[/-]\d\d?[/-]\d\d?$/.test(yearFirst)) return line;
  return yearFirst.replace(/[/-]/g, '-').replace(/-(?=\d(?:-|$))/g, '-0');
}

/** Turns `2:30`, `2,5 h` and `02.50 hours` into `2.5`. Minutes need a decimal of two digits. */
function unmaskHours(line: string): string {
  const hours = line
    .replace(/^([\d.,:]+)\s*(?:h|hrs?|hours?|horas?)\.?$/i, '$1')
    .replace(/^(\d+):([0-5]\d)$/, (time, whole: string, minutes: string) =>
      Number(minutes) % 3 === 0 ? `${whole}.${String((Number(minutes) * 5) / 3).padStart(2, '0')}` : time,
    )
    .replace(/^(\d*),(\d\d?)$/, '$1.$2');
  if (!/^\d*\.?\d+$|^\d+\.$/.test(hours)) return line;
  return hours
    .replace(/^0*(?=\d|\.)/, '')
    .replace(/^(?=\.)/, '0')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/** Writes a day as `March 14, 2025` or `14 de marzo de 2025`, and any other answer unchanged. */
export function formatTyped(kind: TypedKind, day: string, language: Language = 'en'): string {
  if (kind !== 'date' || !isDay(day)) return day;
  const options = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(`${language}-US`, options).format(new Date(`${day}T00:00:00Z`));
}

/** Adds up the rows' amounts as dollars and cents (`1250.50`), and skips invalid ones. */
export function totalOf({ total }: Pick<RowsField, 'total'>, rows: readonly RowAnswers[]): string {
  const cents = rows.reduce((sum, row) => {
    const amount = ((total && row[total.of]) ?? '').trim();
    return isAmount(amount) ? sum + Math.round(Number(amount) * 100) : sum;
  }, 0);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Reports rows whose total is more than its limit. */
export function totalErrors(field: RowsField, rows: readonly RowAnswers[]): FieldError[] {
  const limit = field.total?.atMost;
  if (!limit || Number(totalOf(field, rows)) <= limit.than) return [];
  return [{ field: field.name, rule: 'atMost', message: limit.message }];
}

/** Makes the last line of a summary of rows. */
export function totalLines({ name, total }: RowsField, rows: readonly RowAnswers[]) {
  if (!total) return [];
  return [{ label: total.label, name: `${name}.total`, value: formatMoney(totalOf({ total }, rows)) }];
}
