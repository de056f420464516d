import { type Form, isField, isTyped, type TypedField } from './definition.ts';
import * as numbersAndDays from './numbers-and-days.ts';

/**
 * The website's build replaces this module in browsers, so that only forms that use the rules of
 * numbers and days load them (`apps/site/build/vite-plugins.ts`).
 */
export const numbersAndDates: typeof numbersAndDays | undefined = numbersAndDays;

/** Tests whether these rules read any answer to a form. */
export function usesNumbersOrDates(form: Form): boolean {
  return form.sections
    .flatMap(({ items }) => items.filter(isField))
    .some((field) =>
      field.kind === 'rows'
        ? field.total !== undefined || field.of.some(isSpecial)
        : isTyped(field) && isSpecial(field),
    );
}

function isSpecial({ kind, rules }: TypedField): boolean {
  const has = (...names: readonly string[]) => rules.some(({ rule }) => names.includes(rule));
  const isNumber = kind === 'money' || kind === 'count';
  return kind === 'hours' || kind === 'date' || (isNumber && !has('pattern')) || has('atLeast', 'atMost');
}
