import { shortenFormTitle } from '@redress/contract/console/form-title';
import type { StaffSession } from '@redress/contract/console/staff';
import type { Choice } from '../ui/choice-menu.tsx';

/** The forms of the given cases by their IDs. All versions of a form have the same title. */
export function formNames(settlement: StaffSession['settlement'], cases: readonly string[]): Choice[] {
  const names = new Map(
    settlement.forms
      .filter(({ caseId }) => cases.includes(caseId))
      .map(({ id, title }) => [id, shortenFormTitle(title)]),
  );
  return [...names].map(([value, label]) => ({ value, label }));
}
