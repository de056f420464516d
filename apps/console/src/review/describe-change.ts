import { describeOutcome } from '@redress/contract/console/claim-labels';
import { statusLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { ClaimReview } from '@redress/contract/console/review';

/** Describes the differences in a review that was fetched again. */
export function describeChange(before: ClaimReview, now: ClaimReview): string[] {
  const { decision, lease, assignee } = now;
  const news: string[] = [];
  if (decision && decision.id !== before.decision?.id) {
    const reasons = decision.reasons.map(({ label }) => label).join('; ');
    const amount = decision.recognizedAmount === null ? '' : `, ${formatMoney(decision.recognizedAmount)}`;
    news.push(
      `${decision.by?.name ?? 'The system'} decided: ${describeOutcome(decision.outcome, decision.waitsFor.length > 0)}${amount}${reasons === '' ? '' : ` (${reasons})`}.`,
    );
  }
  if (now.status !== before.status)
    news.push(`The status changed from ${statusLabels[before.status]} to ${statusLabels[now.status]}.`);
  if (lease && !lease.isOwn && lease.by.id !== before.lease?.by.id)
    news.push(`${lease.by.name} is reviewing the claim.`);
  if (assignee?.id !== before.assignee?.id)
    news.push(assignee ? `The claim is assigned to ${assignee.name}.` : 'The claim is no longer assigned.');
  // The review shows neither change.
  if (news.length === 0 && now.version !== before.version) news.push('A document arrived, or an answer was corrected.');
  return news;
}
