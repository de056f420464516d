import type { Cluster, ClusterVerdict } from '@redress/contract/console/integrity';
import { describeVerdicts, verdictNames } from '@redress/contract/console/verdict-names';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { StateBadge } from '../ui/status-badge.tsx';
import { useSend } from '../ui/use-send.ts';
import { clusterStates } from './describe-score.ts';
import { clusterQuery } from './integrity-queries.ts';
import { capitalize } from './verdict-form.tsx';

/** Verdicts on a whole cluster, and the link to a new one. */
export function ClusterVerdicts({ cluster }: { readonly cluster: Cluster }) {
  const maySupervise = useCan('supervise', cluster.caseId);
  const { verdicts } = cluster;
  const open = verdicts.find(({ state }) => state === 'asked' || state === 'approved');
  const own = verdicts.find(({ isOwn, state }) => isOwn && state === 'sample');
  const hasReturned = verdicts.some(({ isOwn, state }) => isOwn && state === 'returned');
  return (
    <section className="panel" aria-labelledby="verdicts">
      <h2 id="verdicts">Finding for the cluster</h2>
      <p>
        A supervisor first reviews a random sample without seeing scores. A finding for the rest then needs a second
        approval. It marks claims for reviewers and never decides a claim.
      </p>
      {verdicts.length > 0 && (
        <ol className="entries">
          {verdicts.map((verdict) => (
            <li key={verdict.id}>
              <VerdictItem verdict={verdict} />
            </li>
          ))}
        </ol>
      )}
      {own && (
        <LinkButton look="main" to={`/cluster-verdicts/${own.id}`}>
          Continue your sample
        </LinkButton>
      )}
      {!own && !open && !hasReturned && maySupervise && cluster.judged < cluster.size && <Begin cluster={cluster} />}
      {cluster.judged === cluster.size && <p className="soft">Every claim in this cluster has a finding.</p>}
      {!maySupervise && verdicts.length === 0 && (
        <p className="soft">Supervisors record findings for clusters. You can record one on each claim.</p>
      )}
    </section>
  );
}

function VerdictItem({ verdict }: { readonly verdict: ClusterVerdict }) {
  const { formatMoment } = useMoments();
  const { state, by, startedAt, sample, reason, rest, recorded, decidedBy } = verdict;
  const [label, tone] = clusterStates[state];
  const outcome = describeVerdicts(sample.map((each) => each.verdict));
  return (
    <>
      <p>
        <StateBadge tone={tone}>{label}</StateBadge>
        {verdict.verdict !== null && (
          <>
            {' '}
            <strong>{capitalize(verdictNames[verdict.verdict])}</strong>{' '}
            {state === 'recorded'
              ? `for ${formatCounted(recorded, 'claim')}`
              : state === 'approved'
                ? `for ${formatCounted(recorded, 'claim')} so far, ${formatCount(rest)} to go`
                : `for ${formatCounted(rest, 'claim')}`}
          </>
        )}
      </p>
      <p>
        Sample of {formatCount(sample.length)}
        {outcome === '' ? ', no finding yet' : `: ${outcome}`}
      </p>
      {reason !== null && <p className="written-text">{reason}</p>}
      <p className="soft">
        {`${by.name}, ${formatMoment(startedAt)}${decidedBy === null ? '' : `; second person: ${decidedBy}`}`}
      </p>
    </>
  );
}

function Begin({ cluster }: { readonly cluster: Cluster }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { isSending, failure, requestId, send } = useSend();
  const begin = () =>
    send(async () => {
      const started = await callApi('POST /clusters/:id/verdicts', {
        params: { id: cluster.id },
        body: { id: requestId() },
      });
      await queries.invalidateQueries({ queryKey: clusterQuery(cluster.id).queryKey, refetchType: 'none' });
      void navigate(`/cluster-verdicts/${started.id}`);
    });
  return (
    <>
      <Failure error={failure} />
      <Button disabled={isSending} onClick={begin}>
        {isSending ? 'Selecting a sample …' : 'Review a sample'}
      </Button>
    </>
  );
}
