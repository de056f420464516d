import type { CheckboxField } from './definition.ts';
import type { FormEvaluation } from './evaluate-form.ts';

/**
 * Finds visible, unchecked checkboxes that no rule requires. The website asks the claimant about
 * them once before the claim is sent.
 */
export function findUnconfirmedStatements({
  sections,
  answers,
}: Pick<FormEvaluation, 'sections' | 'answers'>): CheckboxField[] {
  return sections
    .flatMap(({ items }) => items.filter((item) => item.kind === 'checkbox'))
    .filter(({ name, rules }) => answers[name] !== true && !rules.some(({ rule }) => rule === 'required'));
}
