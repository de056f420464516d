import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';
import type { FilingState } from './session.ts';

/** The version of a form that is filled in now: its newest. Undefined where there is no such form. */
export function newestVersionOf(claimForms: readonly ClaimForm[], id: string): ClaimForm | undefined {
  return claimForms
    .filter((form) => form.id === id)
    .reduce<ClaimForm | undefined>(
      (newest, form) => (newest === undefined || form.version > newest.version ? form : newest),
      undefined,
    );
}

/** Whether a form takes claims on a day of the court (`YYYY-MM-DD`): its deadline is a day, to its end. */
export function filingStateOn(form: ClaimForm, day: string): FilingState {
  if (day <= form.deadline) return 'open';
  return form.afterDeadline === 'accept-late' ? 'late' : 'closed';
}

/** The same at a moment. */
export const filingStateAt = (form: ClaimForm, moment: Date): FilingState =>
  filingStateOn(form, dayIn(form.timeZone, moment));
