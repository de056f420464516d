import type { AnyAnswer } from './answers.ts';
import type { Field, Language, RowsField } from './definition.ts';
import { isDay } from './court-day.ts';
import { formatPhone } from './format-phone.ts';
import { messagesIn } from './messages.ts';

/**
 * Formats an answer for US readers in either language: `$1,250.50`, `602 555-0100`. A month has its
 * name, because orders differ. A box is a statement: `Confirmed` or `Not confirmed`. Tax IDs show
 * only their last four digits.
 */
export function formatAnswer(
  field: Exclude<Field, RowsField>,
  answer: AnyAnswer | undefined,
  language?: Language,
): string {
  const messages = messagesIn(language);
  if (field.kind === 'checkbox') return answer === true ? messages.confirmed : messages.notConfirmed;
  if (typeof answer !== 'string') return '';
  switch (field.kind) {
    case 'money':
      return formatMoney(answer);
    case 'count':
    case 'hours':
      return formatNumber(answer);
    case 'date':
      return formatDay(answer, language);
    case 'phone':
      return formatPhone(answer);
    case 'text':
      return field.mayHoldTaxIds ? answer.replace(/\d(?:[ -]?\d){8}/g, maskTaxId) : answer;
    case 'taxId':
      return maskTaxId(answer);
    case 'select':
    case 'choice':
      return field.labels?.[field.options.indexOf(answer)] ?? answer;
    default:
      return answer;
  }
}

/** `123456789` becomes `•••••6789`. */
export function maskTaxId(digits: string): string {
  return digits.slice(0, -4).replace(/./gsu, '•') + digits.slice(-4);
}

/** Formats a decimal string as dollars, with at least two decimals and without float rounding. */
export function formatMoney(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `$${groupThousands(whole)}.${decimals.padEnd(2, '0')}`;
}

function formatNumber(answer: string): string {
  const [whole = '0', ...decimals] = answer.split('.');
  return [groupThousands(whole), ...decimals].join('.');
}

/** `2025-03-14` as `March 14, 2025` or `14 de marzo de 2025`. */
function formatDay(day: string, language: Language = 'en'): string {
  if (!isDay(day)) return day;
  const options = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(`${language}-US`, options).format(new Date(`${day}T00:00:00Z`));
}

function groupThousands(digits: string): string {
  return (digits.replace(/^0+(?=\d)/, '') || '0').replace(/\B(?=(\d{3})+$)/g, ',');
}
