import { describeOutcome } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { ClaimReview } from '@redress/contract/console/review';
import { formatCourtDay } from '@redress/contract/language';
import { Link } from 'react-router';
import { Facts } from '../ui/facts.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Assignment } from './assignment.tsx';
import { describeCause } from './messages.ts';
import { ReviewChanges } from './review-changes.tsx';
import './review.css';

interface ReviewStateProps {
  readonly review: ClaimReview;
  readonly caseId: string;
}

/** Whether a review shows nothing besides the claim's assignee. */
export const isEmptyReview = ({ decision, returned, duplicates }: ClaimReview): boolean =>
  decision === null && returned === null && duplicates.length === 0;

/** The state of a claim's review, its assignee, and the actions besides the decision. */
export function ReviewState({ review, caseId }: ReviewStateProps) {
  const { formatMoment } = useMoments();
  const { status, decision, recognizedAmount, cureDue, unsentFiles, returned, duplicates } = review;
  return (
    <section className="panel review-state" aria-labelledby="section-review">
      <div className="row row-apart review-head">
        <h2 id="section-review" tabIndex={-1}>
          Review
        </h2>
        <ReviewChanges review={review} caseId={caseId} />
      </div>
      {unsentFiles > 0 && (
        <p className="notice notice-warn">
          <strong>Uploaded, not sent: {formatCounted(unsentFiles, 'file')}.</strong> If the claimant doesn’t press “Send
          my answer” by the last day, a reviewer gets the claim with the files.
        </p>
      )}
      {returned !== null && (
        <p className="notice notice-warn">
          {`${returned.by.name} declined the decision, ${formatMoment(returned.at)}${returned.reason === null ? '.' : `: ${returned.reason}`}`}
        </p>
      )}
      <Facts
        className="facts-columns"
        rows={[
          decision !== null && [
            'Decision',
            <>
              {describeOutcome(decision.outcome, decision.waitsFor.length > 0)}
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
          duplicates.length > 0 && [
            'Denied in its favor',
            <span key="duplicates" className="row">
              {duplicates.map((number) => (
                <Link key={number} to={`/claims/${number}`}>
                  {number}
                </Link>
              ))}
            </span>,
          ],
          recognizedAmount !== null && ['Recognized amount', formatMoney(recognizedAmount)],
          (cureDue !== null || status === 'deficient') && [
            'Cure by',
            cureDue === null
              ? 'No day before its letter is mailed, or after it came back. If no other address can be found, a supervisor can reopen the claim; the next decision gets another letter.'
              : formatCourtDay(cureDue),
          ],
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
