import { letterStatusLabels } from '@redress/contract/console/claim-labels';
import type { ClaimLetter, MailProblem, NextLetter } from '@redress/contract/console/letters';
import { formatCourtDay } from '@redress/contract/language';
import type { LetterStatus } from '@redress/contract/letters';
import type { Tone } from '../ui/status-badge.tsx';
import { describeCause } from './returned-labels.ts';

export const letterTones: Readonly<Record<LetterStatus, Tone>> = {
  queued: 'open',
  sent: 'good',
  'in-batch': 'open',
  mailed: 'good',
  returned: 'warn',
  bounced: 'warn',
  cancelled: 'past',
  undeliverable: 'bad',
};

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

const problemMessages: Readonly<Record<MailProblem, string>> = {
  'no-address': 'Nowhere: the claim has neither an email address nor a whole postal address.',
  'came-back': 'A letter came back and needs another address.',
  undeliverable: 'The last letter was undeliverable.',
  'no-zip': 'Nothing can be mailed there: the last line does not end with a ZIP code.',
  'too-many-lines': 'Nothing can be mailed there: the address has too many lines.',
  'line-too-long': 'Nothing can be mailed there: a line of the address is too long.',
};

/** For example `By email to jane.doe@example.com`. */
export function describeNextLetter({ channel, to, problem }: NextLetter): string {
  if (problem === 'no-address') return problemMessages[problem];
  const where = `By ${channel}${to === null ? '' : ` to ${to.join(', ')}`}`;
  return problem === null ? where : `${where}. ${problemMessages[problem]}`;
}
