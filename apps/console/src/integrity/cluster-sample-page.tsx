import './integrity.css';
import type { ClusterSample } from '@redress/contract/console/integrity';
import { describeVerdicts, verdictNames } from '@redress/contract/console/verdict-names';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/failure.tsx';
import { Radios } from '../ui/choices.tsx';
import { TextArea, useField } from '../ui/text-field.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { listState } from '../ui/list-position.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { StateBadge } from '../ui/status-badge.tsx';
import { useSend } from '../ui/use-send.ts';
import { clusterQuery, clusterSampleQuery } from './integrity-queries.ts';
import { capitalize, VerdictForm } from './verdict-form.tsx';

/**
 * `/cluster-verdicts/:id`: the person's sample of a cluster, without scores, and then the verdict
 * on the remaining claims.
 */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(clusterSampleQuery(id));
  const actions = (
    <LinkButton to={query.data ? `/clusters/${query.data.clusterId}` : '/clusters'}>
      {query.data ? `Cluster ${query.data.clusterId}` : 'All clusters'}
    </LinkButton>
  );
  return (
    <Page title="Sample of a cluster" actions={actions}>
      <QueryState query={query} missing={<p>This isn’t one of your samples.</p>} skeleton={<PanelSkeleton lines={8} />}>
        {(sample) => <Sample sample={sample} />}
      </QueryState>
    </Page>
  );
}

const ended = {
  asked: 'Sent for second approval, under Approvals.',
  declined: 'The second person declined this finding. No claims were marked.',
  returned: 'You returned this sample. Another supervisor can review one.',
  approved: 'The second person approved. The other claims receive this finding.',
  recorded: 'The second person approved. The other claims have this finding.',
} as const;

function Sample({ sample }: { readonly sample: ClusterSample }) {
  const queries = useQueryClient();
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: clusterQuery(sample.clusterId).queryKey, refetchType: 'none' });
    await queries.invalidateQueries({ queryKey: clusterSampleQuery(sample.id).queryKey });
    // Scores appear when the sample is complete.
    await queries.invalidateQueries({ queryKey: ['claim'], refetchType: 'none' });
  };
  const done = sample.members.filter(({ verdict }) => verdict !== null).length;
  const isComplete = done === sample.members.length;
  return (
    <>
      <p>
        {formatCounted(sample.members.length, 'claim')} selected at random from {formatCount(sample.claims)} without a
        finding (seed <span className="figures">{sample.seed}</span>).
        {!isComplete && sample.state === 'sample' && <span> Scores are hidden so that they don’t influence you.</span>}
      </p>
      <p role="status" className={sample.state === 'sample' ? undefined : 'notice'}>
        {sample.state === 'sample'
          ? `${formatCount(done)} of ${formatCount(sample.members.length)} with a finding`
          : ended[sample.state]}
      </p>
      {!isComplete && sample.state === 'sample' && <ReturnSample id={sample.id} onReturned={refresh} />}
      {!isComplete && sample.state === 'sample' && sample.rest === 0 && (
        <p className="notice">
          Every other claim in the cluster has a finding now, so you don’t need to finish this sample.
        </p>
      )}
      {isComplete && sample.state === 'sample' && (
        <p>
          <a href="#rest">Record a finding for the other {formatCounted(sample.rest, 'claim')}</a>
        </p>
      )}
      <ol className="plain-list">
        {sample.members.map((member) => (
          <li key={member.number} className="panel sample-claim">
            <SampleClaim sample={sample} member={member} onRecorded={refresh} />
          </li>
        ))}
      </ol>
      {isComplete && sample.state === 'sample' && <AskForm sample={sample} onAsked={refresh} />}
    </>
  );
}

function ReturnSample({ id, onReturned }: { readonly id: string; readonly onReturned: () => Promise<void> }) {
  const { isSending, failure, send } = useSend();
  const giveBack = () =>
    send(async () => {
      await callApi('POST /cluster-verdicts/:id/return', { params: { id } });
      await onReturned();
    });
  return (
    <>
      <Failure error={failure} />
      <p>
        <Button look="link" disabled={isSending} onClick={giveBack}>
          Return the sample
        </Button>{' '}
        <span className="soft">You’ll see the scores, and only someone else can review a sample of this cluster.</span>
      </p>
    </>
  );
}

interface SampleClaimProps {
  readonly sample: ClusterSample;
  readonly member: ClusterSample['members'][number];
  readonly onRecorded: () => Promise<void>;
}

function SampleClaim({ sample, member, onRecorded }: SampleClaimProps) {
  const { formatMoment } = useMoments();
  const { number, name, filedAt, values, verdict } = member;
  return (
    <>
      <h2>
        <bdi>{name ?? 'No name'}</bdi> <span className="soft figures">{number}</span>
      </h2>
      <Facts
        rows={[
          ['Filed', formatMoment(filedAt)],
          ...sample.fields.map(({ label }, index) => {
            const value = values[index] ?? null;
            return (
              value !== null &&
              ([
                label,
                <bdi key={label}>
                  <Breakable text={value} />
                </bdi>,
              ] as const)
            );
          }),
        ]}
      />
      <p>
        <Link
          to={`/claims/${number}`}
          state={listState({ backTo: `/cluster-verdicts/${sample.id}`, label: 'the sample', numbers: [] })}
        >
          Claim {number} with its documents
        </Link>
      </p>
      {verdict === null && sample.state === 'sample' ? (
        <VerdictForm
          number={number}
          clusterVerdict={sample.id}
          usualReason={`Found in a sample of cluster ${sample.clusterId}.`}
          label={`Your finding on claim ${number}`}
          onRecorded={onRecorded}
        />
      ) : (
        <p>
          <StateBadge tone={verdict === null ? 'open' : tones[verdict]}>
            {verdict === null ? 'No finding' : capitalize(verdictNames[verdict])}
          </StateBadge>
        </p>
      )}
    </>
  );
}

const askable = ['genuine', 'duplicate', 'machine'] as const;
const tones = { genuine: 'good', duplicate: 'warn', machine: 'bad', unclear: 'open' } as const;

/** The verdict on the claims outside the sample, with the sample's findings. */
function AskForm({ sample, onAsked }: { readonly sample: ClusterSample; readonly onAsked: () => Promise<void> }) {
  const { send, ...sending } = useSend();
  const found = sample.sample.map((claim) => claim.verdict);
  const offered = askable.filter((each) => found.includes(each));
  const [verdict, setVerdict] = useState(offered.length === 1 ? offered[0] : undefined);
  const reason = useField();
  const [error, setError] = useState<string>();
  const isMixed = new Set(found).size > 1;
  const submit = async () => {
    const problem =
      verdict === undefined
        ? 'Choose a finding.'
        : reason.value.trim() === ''
          ? 'Say why it applies to the others.'
          : undefined;
    setError(problem);
    if (problem !== undefined || verdict === undefined) return;
    await send(async () => {
      await callApi('POST /cluster-verdicts/:id/request', {
        params: { id: sample.id },
        body: { verdict, reason: reason.value },
      });
      await onAsked();
      // The outcome is above the claims.
      document.querySelector('h1')?.focus();
    });
  };
  const result = (
    <>
      <h2 id="rest">The other {formatCounted(sample.rest, 'claim')}</h2>
      <p>In the sample: {describeVerdicts(found)}.</p>
      {isMixed && (
        <p className="notice notice-warn">
          Your findings differ, so one finding for all the others would be wrong for some. Consider recording them one
          by one.
        </p>
      )}
    </>
  );
  if (offered.length === 0)
    return (
      <section className="panel" aria-labelledby="rest">
        {result}
        <p>The sample was inconclusive, so no finding can be applied to the others.</p>
      </section>
    );
  return (
    <SendForm
      className="panel"
      aria-labelledby="rest"
      sending={sending}
      problem={error}
      onSubmit={submit}
      button="Request second approval"
      busy="Requesting …"
    >
      {result}
      <Radios
        legend="Finding for the others"
        options={offered.map((each) => [each, capitalize(verdictNames[each])])}
        value={verdict}
        onChange={setVerdict}
      />
      <TextArea
        label="Why does it apply to the others?"
        hint="The second person reads this. This is permanent. Don’t include names or other personal data."
        maxLength={2_000}
        {...reason}
      />
    </SendForm>
  );
}
