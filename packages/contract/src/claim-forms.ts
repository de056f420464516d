import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm, DocumentsItem } from '@redress/forms/definition';
import type { FilingState } from './session.ts';

/** Finds the newest version of a form. Claimants fill in this one. */
export function newestVersionOf(claimForms: readonly ClaimForm[], id: string): ClaimForm | undefined {
  return claimForms.filter((form) => form.id === id).sort((one, other) => other.version - one.version)[0];
}

/** Lists the questions of a form that take uploads. */
export const documentsOf = ({ sections }: ClaimForm): DocumentsItem[] =>
  sections.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'documents' ? [item] : [])));

/** `day` is in the court’s time zone (`YYYY-MM-DD`). The day of the deadline is still open. */
export function filingStateOn(form: ClaimForm, day: string): FilingState {
  if (day <= form.deadline) return 'open';
  return form.afterDeadline === 'accept-late' ? 'late' : 'closed';
}

export const filingStateAt = (form: ClaimForm, moment: Date): FilingState =>
  filingStateOn(form, dayIn(form.timeZone, moment));
