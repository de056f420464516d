import type { FilingState } from '@redress/contract/session';
import type { ClaimForm } from '@redress/forms/definition';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (`YYYY-MM-DD`) of a moment in an IANA time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}

/** Whether a form takes claims at a moment: its deadline is a day, to its end in the court's time zone. */
export function filingStateOf(form: ClaimForm, moment: Date): FilingState {
  if (dayIn(form.timeZone, moment) <= form.deadline) return 'open';
  return form.afterDeadline === 'accept-late' ? 'late' : 'closed';
}
