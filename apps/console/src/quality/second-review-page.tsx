import type { ClaimReview, Outcome } from '@redress/contract/console/review';
import { maxReviewNoteLength, outcomes } from '@redress/contract/console/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { ClaimAnswers } from '../claim-details/claim-answers.tsx';
import { ClaimDocuments } from '../claim-details/claim-documents.tsx';
import { ClaimFacts } from '../claim-details/claim-facts.tsx';
import { claimQuery } from '../claim-details/claim-queries.ts';
import '../claim-details/claim.css';
import { Failure } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useSend } from '../ui/use-send.ts';
import { sampleQuery } from './quality-queries.ts';

/** The claim of a sample that the person decides a second time, without its decision. */
export function Component() {
  const { id = '' } = useParams();
  const sample = useQuery(sampleQuery(id));
  return (
    <Page title="Second review" actions={<Link to={`/quality/${id}`}>Back to the sample</Link>}>
      <QueryState query={sample}>
        {({ taken }) =>
          taken ? (
            <Review key={taken.number} id={id} position={taken.position} number={taken.number} />
          ) : (
            <p>You have no claim of this sample. Take the next one on its page.</p>
          )
        }
      </QueryState>
    </Page>
  );
}

function Review({ id, position, number }: { readonly id: string; readonly position: number; readonly number: string }) {
  const claim = useQuery(claimQuery(number));
  const review = useQuery({
    queryKey: ['claim', number, 'blind-review'],
    queryFn: () => callApi<ClaimReview>(`/claims/${number}/review`),
    gcTime: 0,
  });
  const [isWide, setWide] = useState(false);
  return (
    <>
      <QueryState query={review}>
        {({ options }) => <DecisionForm key={number} id={id} position={position} options={options} number={number} />}
      </QueryState>
      <QueryState query={claim}>
        {(record) => (
          <>
            <ClaimFacts claim={record} />
            <div className="claim-columns" data-wide={isWide || undefined}>
              <div className="claim-column">
                <ClaimAnswers claim={record} />
              </div>
              <div className="claim-column">
                <ClaimDocuments claim={record} isWide={isWide} onWide={setWide} />
              </div>
            </div>
          </>
        )}
      </QueryState>
    </>
  );
}

const outcomeLabels: Readonly<Record<Outcome, string>> = {
  approve: 'Approve',
  reduce: 'Reduce',
  deficient: 'Find a deficiency',
  deny: 'Deny',
};

function DecisionForm(props: {
  readonly id: string;
  readonly position: number;
  readonly number: string;
  readonly options: ClaimReview['options'];
}) {
  const { id, position, number, options } = props;
  const [outcome, setOutcome] = useState<Outcome>();
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const [amount, setAmount] = useState(options.recognized.suggested ?? '');
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { isSending, failure, errorOf, send } = useSend();
  const isAccepted = outcome === 'approve' || outcome === 'reduce';
  const offered = options.reasons.filter((reason) => reason.outcome === outcome);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(outcome === undefined);
    if (outcome === undefined) return;
    const recognizedAmount = amount.trim().replaceAll(/[$,]/g, '');
    const isDone = await send(() =>
      callApi(`/quality/${id}/reviews/${position}`, {
        method: 'POST',
        body: { outcome, reasons, note, ...(isAccepted && recognizedAmount !== '' && { recognizedAmount }) },
      }),
    );
    if (!isDone) return;
    await queries.invalidateQueries({ queryKey: ['quality'] });
    // What was hidden may show now.
    queries.removeQueries({ queryKey: ['claim', number] });
    await navigate(`/quality/${id}`);
  };
  return (
    <form className="panel" noValidate aria-label="Second decision" onSubmit={(event) => void save(event)}>
      <p>Decide this claim as if nobody had. You see the first decision afterwards.</p>
      {failure && (
        <Failure>{failure.code === 'invalid-answers' ? 'Nothing was saved yet. See below.' : failure.message}</Failure>
      )}
      <fieldset className="call-topics">
        <legend className="field-label">Decision</legend>
        {isMissing && <p className="field-error">Choose a decision</p>}
        {outcomes.map((each) => (
          <label key={each} className="check">
            <input
              type="radio"
              name="outcome"
              checked={outcome === each}
              onChange={() => {
                setOutcome(each);
                setReasons([]);
              }}
            />
            {outcomeLabels[each]}
          </label>
        ))}
      </fieldset>
      {offered.length > 0 && (
        <fieldset className="call-topics">
          <legend className="field-label">Reasons</legend>
          {errorOf('reasons') !== undefined && <p className="field-error">{errorOf('reasons')}</p>}
          {offered.map((reason) => (
            <label key={reason.id} className="check">
              <input
                type="checkbox"
                checked={reasons.includes(reason.id)}
                onChange={(event) =>
                  setReasons(
                    event.target.checked ? [...reasons, reason.id] : reasons.filter((each) => each !== reason.id),
                  )
                }
              />
              {reason.label}
            </label>
          ))}
        </fieldset>
      )}
      {isAccepted && (
        <Field label="Recognized amount, in dollars" hint={options.recognized.rule} error={errorOf('recognizedAmount')}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label="Note" error={errorOf('note')}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={maxReviewNoteLength}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <button type="submit" className="button button-main" disabled={isSending}>
        {isSending ? 'Saving …' : 'Save the second decision'}
      </button>
    </form>
  );
}
