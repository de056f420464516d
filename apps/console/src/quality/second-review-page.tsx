import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { workQuery } from '../api/work-query.ts';
import { ClaimAnswers } from '../claim-details/claim-answers.tsx';
import { ClaimDocuments } from '../claim-details/claim-documents.tsx';
import { ClaimFacts } from '../claim-details/claim-facts.tsx';
import { ClaimSignals } from '../claim-details/claim-signals.tsx';
import { RelatedClaims } from '../claim-details/related-claims.tsx';
import { claimQuery, reviewQuery } from '../api/claim-look.ts';
import '../claim-details/claim.css';
import { DecisionPanel } from '../review/decision-panel.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { sampleQuery } from './quality-queries.ts';

/** A sampled claim for its second review, without the first decision. */
export function Component() {
  const { id = '' } = useParams();
  const sample = useQuery(sampleQuery(id));
  return (
    <Page title="Second review" actions={<LinkButton to={`/quality/${id}`}>Back to the sample</LinkButton>}>
      <QueryState query={sample}>
        {({ taken, sample: { claims, reviewed } }) =>
          taken ? (
            <>
              <p role="status" className="soft">
                {formatCount(reviewed)} of {formatCounted(claims, 'claim')} reviewed
              </p>
              <Review key={taken.number} id={id} position={taken.position} number={taken.number} />
            </>
          ) : (
            <p>You have no claim from this sample. Take the next one from its page.</p>
          )
        }
      </QueryState>
    </Page>
  );
}

function Review({ id, position, number }: { readonly id: string; readonly position: number; readonly number: string }) {
  const claim = useQuery(claimQuery(number));
  const review = useQuery({ ...reviewQuery(number), queryKey: ['claim', number, 'blind-review'], gcTime: 0 });
  const [isWide, setWide] = useState(false);
  /** A taken claim stays with its reviewer, who cannot take it again after returning it. */
  const [isLast, setLast] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const goOn = async () => {
    // Without an answer, the sample's page shows what is left.
    const next = isLast
      ? undefined
      : await callApi('POST /quality/:id/next', { params: { id } }).catch(() => undefined);
    for (const queryKey of [['quality'], workQuery.queryKey]) await queries.invalidateQueries({ queryKey });
    // Parts that were hidden may be visible now.
    queries.removeQueries({ queryKey: ['claim', number] });
    if (typeof next?.number !== 'string') return navigate(`/quality/${id}`);
    // The form that had the focus is gone.
    window.scrollTo(0, 0);
    document.querySelector('h1')?.focus();
  };
  return (
    <div className="claim-layout" data-decides>
      <div className="claim-content">
        <p>
          Review this claim independently. Your decision can’t be changed later. After you submit it, the sample’s page
          shows the original decision.
        </p>
        {/* As in the panel, with which it appears: a real checkbox would take the keys. */}
        {review.data && (
          <button
            type="button"
            role="checkbox"
            className="decision-reason"
            aria-checked={isLast}
            onClick={() => setLast(!isLast)}
          >
            <span className="decision-box" aria-hidden="true">
              {isLast ? '✓' : ''}
            </span>
            <span>Stop after this claim</span>
          </button>
        )}
        <QueryState query={claim}>
          {(record) => (
            <>
              <ClaimFacts claim={record} />
              <div className="claim-columns" data-wide={isWide || undefined}>
                <div className="claim-column">
                  <ClaimAnswers claim={record} />
                </div>
                <div className="claim-column">
                  <ClaimDocuments claim={record} isWide={isWide} onWide={setWide} isReadOnly />
                  {record.hidden !== 'cluster-sample' && <ClaimSignals claim={record} />}
                </div>
                {record.hidden !== 'cluster-sample' && (
                  <div className="claim-column">
                    <RelatedClaims claim={record} />
                  </div>
                )}
              </div>
            </>
          )}
        </QueryState>
      </div>
      <QueryState query={review}>
        {(data) => (
          // The refusal concerns ordinary decisions about the claim, not this second review.
          <DecisionPanel
            review={{ ...data, refusal: null }}
            isLate={false}
            confirmLabel={isLast ? 'Save' : 'Save and next'}
            sendSecond={async ({ id: _id, ...decision }) => {
              await callApi('POST /quality/:id/reviews/:position', {
                params: { id, position },
                body: { note: '', ...decision },
              });
            }}
            onDecided={() => void goOn()}
          />
        )}
      </QueryState>
    </div>
  );
}
