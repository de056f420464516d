import { letterStatusLabels } from '@redress/contract/console/claim-labels';
import type { ClaimLetter } from '@redress/contract/console/letters';
import { formatCourtDay } from '@redress/contract/language';
import type { LetterStatus } from '@redress/contract/letters';
import { describeCause } from './returned-labels.ts';

/** The claimant's time counts from the letter: it went out, and did not come back. */
export const isOut = (status: LetterStatus): boolean => status === 'sent' || status === 'mailed';

/** For example `emailed, Jul 2, 2025, answer by Aug 1, 2025`. */
export function describeLetter({ status, mailedOn, dueOn, returnedReason }: ClaimLetter): string {
  return [
    letterStatusLabels[status].toLowerCase(),
    ...(mailedOn === null ? [] : [isOut(status) ? formatCourtDay(mailedOn) : `mailed ${formatCourtDay(mailedOn)}`]),
    ...(returnedReason === null ? [] : [describeCause(returnedReason)]),
    ...(dueOn === null || !isOut(status) ? [] : [`answer by ${formatCourtDay(dueOn)}`]),
  ].join(', ');
}
