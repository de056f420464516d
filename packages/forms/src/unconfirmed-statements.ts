import type { CheckboxField } from './definition.ts';
import type { FormEvaluation } from './evaluate-form.ts';

/**
 * The statements that a claimant may leave unconfirmed, and did: visible checkboxes without a tick
 * that no rule requires. The claimant is asked about them once before the claim is sent.
 */
export function findUnconfirmedStatements({
  sections,
  answers,
}: Pick<FormEvaluation, 'sections' | 'answers'>): CheckboxField[] {
  return sections
    .flatMap(({ items }) => items.filter((item) => item.kind === 'checkbox'))
    .filter(({ name, rules }) => answers[name] !== true && !rules.some(({ rule }) => rule === 'required'));
}
