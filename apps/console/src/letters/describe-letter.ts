import { letterStatusLabels } from '@redress/contract/console/claim-labels';
import type { ClaimLetter } from '@redress/contract/console/letters';
import { formatDay } from '@redress/contract/language';

const formatCourtDay = (day: string): string => formatDay(day, 'en', { dateStyle: 'medium' });

/** For example `emailed, Jul 2, 2025, answer by Aug 1, 2025`. */
export function describeLetter({ status, mailedOn, dueOn, returnedReason }: ClaimLetter): string {
  const isOut = status === 'sent' || status === 'mailed';
  return [
    letterStatusLabels[status].toLowerCase(),
    ...(mailedOn === null ? [] : [isOut ? formatCourtDay(mailedOn) : `mailed ${formatCourtDay(mailedOn)}`]),
    ...(returnedReason === null ? [] : [returnedReason.replaceAll('-', ' ')]),
    ...(dueOn === null || !isOut ? [] : [`answer by ${formatCourtDay(dueOn)}`]),
  ].join(', ');
}
