import { formatMoney } from '@redress/contract/console/format-figure';
import type { ClaimReview } from '@redress/contract/console/review';
import { formatDay } from '@redress/contract/language';
import { Link } from 'react-router';
import { Facts } from '../ui/facts.tsx';
import { useMoments } from '../ui/moments.ts';
import { Assignment } from './assignment.tsx';
import { proposedLabels, describeCause } from './messages.ts';
import { ReviewChanges } from './review-changes.tsx';
import './review.css';

interface ReviewStateProps {
  readonly review: ClaimReview;
  readonly caseId: string;
}

/** The state of a claim's review, its assignee, and the actions besides the decision. */
export function ReviewState({ review, caseId }: ReviewStateProps) {
  const { formatMoment } = useMoments();
  const { decision, recognizedAmount, cureDue, returned } = review;
  return (
    <section className="panel review-state" aria-labelledby="section-review">
      <div className="row row-apart review-head">
        <h2 id="section-review" tabIndex={-1}>
          Review
        </h2>
        <ReviewChanges review={review} caseId={caseId} />
      </div>
      {returned !== null && (
        <p className="notice notice-warn">
          {`${returned.by.name} declined the decision, ${formatMoment(returned.at)}${returned.reason === null ? '.' : `: ${returned.reason}`}`}
        </p>
      )}
      <Facts
        className="claim-fact-list"
        rows={[
          decision !== null && [
            'Decision',
            <>
              {proposedLabels[decision.outcome]}
              {decision.by === null ? '' : ` by ${decision.by.name}`}
              {decision.source === 'reviewer' ? '' : ` (${sourceLabels[decision.source]})`}, {formatMoment(decision.at)}
            </>,
          ],
          decision !== null &&
            decision.reasons.length > 0 && [
              decision.reasons.length === 1 ? 'Reason' : 'Reasons',
              decision.reasons.map(({ label }) => label).join('; '),
            ],
          typeof decision?.survivingClaim === 'string' && [
            'Claim that counts',
            <Link key="survivor" to={`/claims/${decision.survivingClaim}`}>
              {decision.survivingClaim}
            </Link>,
          ],
          recognizedAmount !== null && ['Recognized amount', formatMoney(recognizedAmount)],
          cureDue !== null && ['Cure by', formatDay(cureDue, 'en', { dateStyle: 'medium' })],
          decision?.note !== null &&
            decision?.note !== undefined &&
            decision.note !== '' && [
              'Note on the decision',
              <span key="note" className="written-text">
                {decision.note}
              </span>,
            ],
          ['Assigned to', <Assignment key="assignee" review={review} caseId={caseId} />],
        ]}
      />
      {decision !== null && decision.waitsFor.length > 0 && (
        <p className="notice notice-warn">
          Awaiting second approval under Approvals:{' '}
          {decision.waitsFor.map((cause) => describeCause(cause, review)).join(', ')}.
        </p>
      )}
    </section>
  );
}

const sourceLabels = { rule: 'by a rule', bulk: 'in a bulk action', expiry: 'not cured in time' } as const;
