import { decisionLabels } from '@redress/contract/console/claim-labels';
import type { SampledReview, SampleResult } from '@redress/contract/console/quality';
import { maxReviewNoteLength } from '@redress/contract/console/review';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Radios } from '../ui/choices.tsx';
import { Failure } from '../ui/failure.tsx';
import { TextArea, useField } from '../ui/text-field.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { numeric, Table } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { SendForm } from '../ui/send-form.tsx';
import { StateBadge, type Tone } from '../ui/status-badge.tsx';
import { useSend } from '../ui/use-send.ts';
import { formatRate, sampleQuery } from './quality-queries.ts';

/** One sample: its error rate, its reviews, and the next steps. */
export function Component() {
  const { id = '' } = useParams();
  const sample = useQuery(sampleQuery(id));
  return (
    <Page title="Sample of decisions" actions={<LinkButton to="/quality">All samples</LinkButton>}>
      <QueryState query={sample}>{(result) => <SampleScreen result={result} />}</QueryState>
    </Page>
  );
}

function SampleScreen({ result }: { readonly result: SampleResult }) {
  const { sample, rate, byReviewer, byReason } = result;
  const { formatMoment } = useMoments();
  const { caseName, formName } = useNames();
  const toSettle = result.reviews.filter(({ state }) => state === 'disagreed').length;
  return (
    <>
      <div className="panel">
        <p>
          <strong>
            {toSettle > 0
              ? `Error rate, without ${formatCounted(toSettle, 'review')} to settle: ${formatRate(rate)}`
              : `Error rate: ${formatRate(rate)}`}
          </strong>
        </p>
        {rate.reviews > 0 && (
          <p className="soft">
            {formatCount(rate.errors)} overturned of {formatCounted(rate.reviews, 'finished review')}. The error rate of
            all {formatCount(sample.population)} decisions is very likely within the interval, which is wider than
            necessary if the sample is a large part of them.
          </p>
        )}
        <Facts
          rows={[
            ['Case', caseName(sample.caseId)],
            ['Form', sample.formId === null ? 'Every form' : formName(sample.formId)],
            ['Took effect', `${formatCourtDay(sample.fromDay)} to ${formatCourtDay(sample.toDay)}`],
            sample.decidedBy !== null && ['Decided by', sample.decidedBy],
            sample.sourceAt !== null && ['Rule or bulk action', `Requested ${formatMoment(sample.sourceAt)}`],
            ['Claims', `${formatCount(sample.claims)} of ${formatCount(sample.population)}`],
            ['Drawn', `${formatMoment(sample.madeAt)}, by ${sample.madeBy}`],
            [
              'Seed',
              <span key="seed" className="figures">
                {result.seed}
              </span>,
            ],
            ['Decisions up to', `entry ${formatCount(Number(result.upToEntry))} of the history`],
          ]}
        />
        <p className="soft">With the seed and the entry, anyone can draw the same sample again.</p>
        {toSettle > 0 && (
          <p className="notice">
            <span>{`${formatCounted(toSettle, 'review')} to settle, because the two decisions differ.`}</span>{' '}
            <a href="#reviews">Go to the reviews</a>
          </p>
        )}
        <NextReview result={result} />
      </div>
      {rate.reviews > 0 && (
        <>
          <Rates label="By first reviewer" rows={byReviewer.map(({ name, rate: each }) => [name, each])} />
          <Rates label="By reason" rows={byReason.map(({ label, rate: each }) => [label, each])} />
        </>
      )}
      <h2 id="reviews" tabIndex={-1}>
        Reviews
      </h2>
      <Reviews result={result} />
    </>
  );
}

function NextReview({ result }: { readonly result: SampleResult }) {
  const { sample, taken, mayReview } = result;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  const take = () =>
    send(async () => {
      const { number } = await callApi('POST /quality/:id/next', { params: { id: sample.id } });
      await queries.invalidateQueries({ queryKey: sampleQuery(sample.id).queryKey });
      if (number !== null) await navigate(`/quality/${sample.id}/review`);
    });
  if (!taken && !mayReview)
    return (
      <p className="soft">No claims in this sample are left for you. Reviewers never review their own decisions.</p>
    );
  return (
    <>
      <Failure error={failure} />
      <Button look="main" disabled={isSending} onClick={take}>
        {taken ? 'Continue with your claim' : 'Review the next claim'}
      </Button>
    </>
  );
}

function Rates(props: { readonly label: string; readonly rows: readonly (readonly [string, SampleResult['rate']])[] }) {
  const { label, rows } = props;
  return (
    <>
      <h2>{label}</h2>
      <Table label={label} columns={['Name', numeric('Overturned'), numeric('Reviews'), 'Error rate']}>
        {rows.map(([name, rate]) => (
          <tr key={name}>
            <td>{name}</td>
            <td className="number">{formatCount(rate.errors)}</td>
            <td className="number">{formatCount(rate.reviews)}</td>
            <td>{formatRate(rate)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

const states: Readonly<Record<SampledReview['state'], readonly [label: string, tone: Tone]>> = {
  open: ['Not reviewed', 'open'],
  taken: ['In review', 'in-review'],
  agreed: ['Agreed', 'good'],
  disagreed: ['To settle', 'warn'],
  upheld: ['Upheld', 'good'],
  overturned: ['Overturned', 'bad'],
};

function Reviews({ result }: { readonly result: SampleResult }) {
  const supervises = useCan('supervise', result.sample.caseId);
  const [settling, setSettling] = useState<SampledReview>();
  const { failure, send } = useSend();
  const giveBack = (position: number) =>
    send(
      () => callApi('POST /quality/:id/reviews/:position/give-back', { params: { id: result.sample.id, position } }),
      sampleQuery(result.sample.id),
    );
  return (
    <>
      <Failure error={failure} />
      {settling && <SettleDialog id={result.sample.id} review={settling} onClose={() => setSettling(undefined)} />}
      <Table label="Reviews" columns={['Claim', 'Status', 'First decision', 'Second decision', 'Settled']}>
        {result.reviews.map((review) => {
          const { position, number, state, reviewer, first, second, note, settledBy, verdictNote, maySettle } = review;
          const [label, tone] = states[state];
          return (
            <tr key={position}>
              <td className="nowrap">
                {number === null ? `No. ${position}` : <Link to={`/claims/${number}`}>{number}</Link>}
              </td>
              <td>
                <StateBadge tone={tone}>{label}</StateBadge>
                {state === 'taken' && reviewer !== null && (
                  <>
                    <br />
                    <span className="soft">{reviewer}</span>
                    {(supervises || result.taken?.position === position) && (
                      <>
                        <br />
                        <Button look="link" onClick={() => giveBack(position)}>
                          Return to queue
                        </Button>
                      </>
                    )}
                  </>
                )}
              </td>
              <td>{first && <Decided decided={first} />}</td>
              <td>
                {second && <Decided decided={second} />}
                {note !== null && note !== '' && <p className="soft">{note}</p>}
              </td>
              <td>
                <span>{settledBy}</span>
                {verdictNote !== null && <p className="soft">{verdictNote}</p>}
                {state === 'disagreed' && !maySettle && (
                  <span className="soft">A supervisor who made or approved neither decision settles it.</span>
                )}
                {maySettle && (
                  <Button
                    aria-haspopup="dialog"
                    aria-label={`Settle claim ${number}`}
                    onClick={() => setSettling(review)}
                  >
                    Settle …
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}

function Decided({ decided }: { readonly decided: NonNullable<SampledReview['first']> }) {
  const { by, approvedBy, rule, outcome, amount, reasons } = decided;
  return (
    <>
      <span>
        {`${decisionLabels.decided[outcome]}${amount === null ? '' : ` ${formatMoney(amount)}`}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`}
      </span>
      <br />
      <span className="soft">
        {`${rule === null ? '' : `Rule “${rule}”, `}${by ?? 'A deficiency expired'}${approvedBy === null ? '' : `, approved by ${approvedBy}`}`}
      </span>
    </>
  );
}

function SettleDialog(props: { readonly id: string; readonly review: SampledReview; readonly onClose: () => void }) {
  const { id, review, onClose } = props;
  const [verdict, setVerdict] = useState<'upheld' | 'overturned'>();
  const note = useField();
  const [isMissing, setMissing] = useState(false);
  const queries = useQueryClient();
  const { errorOf, send, ...sending } = useSend();
  const save = async () => {
    setMissing(verdict === undefined);
    if (verdict === undefined) return;
    const isDone = await send(() =>
      callApi('POST /quality/:id/reviews/:position/settlement', {
        params: { id, position: review.position },
        body: { verdict, note: note.value },
      }),
    );
    await queries.invalidateQueries({ queryKey: sampleQuery(id).queryKey });
    if (isDone) onClose();
  };
  return (
    <Modal
      title={`Settle claim ${review.number}`}
      description="If the first decision is overturned, the claim is reviewed again, unless it is final."
      onClose={onClose}
    >
      <Facts
        rows={[
          review.first && ['First decision', <Decided key="first" decided={review.first} />],
          review.second && ['Second decision', <Decided key="second" decided={review.second} />],
          review.note !== null && review.note !== '' && ['Note of the second reviewer', review.note],
        ]}
      />
      <SendForm noValidate sending={sending} onSubmit={save} button="Settle" busy="Saving …" inDialog>
        <Radios
          legend="The first decision is"
          error={isMissing && 'Choose one.'}
          options={[
            ['upheld', 'Upheld'],
            ['overturned', 'Overturned'],
          ]}
          value={verdict}
          onChange={setVerdict}
        />
        <TextArea label="Why?" error={errorOf('note')} rows={3} maxLength={maxReviewNoteLength} {...note} />
      </SendForm>
    </Modal>
  );
}
