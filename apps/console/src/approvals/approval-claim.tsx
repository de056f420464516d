import { flagLabels } from '@redress/contract/console/claim-labels';
import type { Approval } from '@redress/contract/console/approvals';
import { type Outcome, releasedStatus } from '@redress/contract/console/review';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import '../claim-details/claim.css';
import { ClaimAnswers } from '../claim-details/claim-answers.tsx';
import { ClaimDocuments } from '../claim-details/claim-documents.tsx';
import { SummaryLine } from '../claim-details/claim-facts.tsx';
import { claimQuery, reviewQuery } from '../api/claim-look.ts';
import { ClaimSignals } from '../claim-details/claim-signals.tsx';
import { Facts } from '../ui/facts.tsx';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useNames } from '../ui/use-names.ts';
import { describeAmounts } from './headline.ts';

const statusAfter = { ...releasedStatus, deficient: 'deficient' } as const satisfies Record<Outcome, string>;

/** Shows the change that a decision makes, with its reasons, and then the claim itself. */
export function ApprovalClaim({ claim }: { readonly claim: NonNullable<Approval['claim']> }) {
  const { formName } = useNames();
  const { number, formId, flags } = claim;
  const record = useQuery(claimQuery(number));
  const review = useQuery(reviewQuery(number));
  const [isWide, setWide] = useState(false);
  const decision = review.data?.decision;
  return (
    <>
      <Facts
        rows={[
          [
            'Claim',
            <>
              <Link to={`/claims/${number}`}>Open claim {number}</Link> <span className="soft">{formName(formId)}</span>
            </>,
          ],
          review.data && [
            'Status',
            <>
              <StatusBadge status={review.data.status} />
              {decision && (
                <>
                  {' → '}
                  <StatusBadge status={statusAfter[decision.outcome]} />
                </>
              )}
            </>,
          ],
          ['Amount', describeAmounts(claim, record.data?.corrected, decision?.recognizedAmount)],
          decision !== undefined &&
            decision !== null &&
            decision.reasons.length > 0 && ['Reasons', decision.reasons.map(({ label }) => label).join('; ')],
          typeof decision?.survivingClaim === 'string' && [
            'Claim that counts',
            <Link key="survivor" to={`/claims/${decision.survivingClaim}`}>
              {decision.survivingClaim}
            </Link>,
          ],
          typeof decision?.note === 'string' && decision.note !== '' && ['Note on the decision', decision.note],
          flags.length > 0 && [
            'Flags',
            flags.map((flag) => (
              <span key={flag} className="tag tag-warn">
                {flagLabels[flag]}
              </span>
            )),
          ],
        ]}
      />
      <QueryState query={record} skeleton={<Skeleton lines={8} />}>
        {(data) => (
          <>
            <SummaryLine claim={data} />
            {/* A change would leave the request only to be declined. */}
            <ClaimAnswers claim={{ ...data, correctable: null }} />
            <ClaimDocuments claim={data} isReadOnly isWide={isWide} onWide={setWide} />
            {flags.some((flag) => flag === 'duplicate' || flag === 'machine') && (
              <ClaimSignals claim={data} isReadOnly />
            )}
          </>
        )}
      </QueryState>
    </>
  );
}
