import type { StaffSession } from '@redress/contract/console/staff';
import type { Choice } from './choice-menu.tsx';

/** The forms of some cases by their IDs. Versions of a form have one title. */
export function formNames(settlement: StaffSession['settlement'], cases: readonly string[]): Choice[] {
  const names = new Map(
    settlement.forms.filter(({ caseId }) => cases.includes(caseId)).map(({ id, title }) => [id, sentenceCase(title)]),
  );
  return [...names].map(([value, label]) => ({ value, label }));
}

/** `CONSUMER CLAIM FORM` is too loud for a table. */
function sentenceCase(title: string): string {
  if (title !== title.toUpperCase()) return title;
  const text = title.replace(/ CLAIM FORM$/, '').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
