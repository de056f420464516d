import type { AnyAnswer } from './answers.ts';
import type { Field, Language, RowsField } from './definition.ts';
import { formatMoney, groupThousands } from './format-money.ts';
import { formatPhone } from './format-phone.ts';
import { messagesIn } from './messages.ts';
import { numbersAndDates } from './numbers-and-days-if-used.ts';

/**
 * Formats an answer for US readers in either language: `$1,250.50`, `602 555-0100`. A month is
 * spelled out, because countries order dates differently. A checkbox reads `Confirmed` or
 * `Not confirmed`. Only the last four digits of a tax ID are shown.
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
      return groupThousands(answer);
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
      return numbersAndDates?.formatTyped(field.kind, answer, language) ?? answer;
  }
}

/** Turns `123456789` into `•••••6789`. */
export function maskTaxId(digits: string): string {
  return digits.slice(0, -4).replace(/./gsu, '•') + digits.slice(-4);
}
