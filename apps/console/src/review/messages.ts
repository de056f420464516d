import { causeLabels, flagLabels } from '@redress/contract/console/claim-labels';
import { formatLimit } from '@redress/contract/console/format-figure';
import type { ClaimReview, QueueReason, SecondPersonCause } from '@redress/contract/console/review';

export const queueReasonLabels: Readonly<Record<QueueReason, string>> = { ...flagLabels, none: 'No flags' };

/** A reason that a decision needs a second person. */
export function describeCause(cause: SecondPersonCause, { options: { secondPersonFrom } }: ClaimReview): string {
  if (cause !== 'high-value' || secondPersonFrom === null) return causeLabels[cause];
  return `the amount is ${formatLimit(secondPersonFrom)} or more`;
}
