import type { FilingState } from '@redress/contract/session';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';

/** Whether a form takes claims at a moment: its deadline is a day, to its end in the court's time zone. */
export function filingStateOf(form: ClaimForm, moment: Date): FilingState {
  if (dayIn(form.timeZone, moment) <= form.deadline) return 'open';
  return form.afterDeadline === 'accept-late' ? 'late' : 'closed';
}
