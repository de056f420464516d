import '../integrity/integrity.css';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { ClaimIntegrity, IntegrityScore } from '@redress/contract/console/integrity';
import { verdictNames } from '@redress/contract/console/verdict-names';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { claimIntegrityQuery } from '../api/claim-look.ts';
import { CompareButton } from './related-claims.tsx';
import { Section } from './section.tsx';
import { useRefresh } from './use-claim-updates.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { findLaterMatch, formatPoints, linkNames } from '../integrity/describe-score.ts';
import { MarkForm, MarkList } from '../integrity/neutral-marks.tsx';
import { NextSampled } from '../integrity/random-sample.tsx';
import { ScoreWaterfall } from '../integrity/score-waterfall.tsx';
import { capitalize, VerdictForm } from '../integrity/verdict-form.tsx';

type SignalledClaim = Pick<ClaimDetails, 'number' | 'caseId' | 'status'>;
interface SignalsProps {
  readonly claim: SignalledClaim;
  /** Shows a linked claim beside this one. */
  readonly onCompare?: ((number: string) => void) | undefined;
  /** Leaves out the forms: a finding is a change, after which a request can only be declined. */
  readonly isReadOnly?: boolean;
}

/** The signals for and against a claim, with evidence, and the staff's findings about it. */
export function ClaimSignals({ claim, onCompare, isReadOnly = false }: SignalsProps) {
  const query = useQuery(claimIntegrityQuery(claim.number));
  return (
    <Section id="signals" title="Signals">
      <QueryState query={query} skeleton={<Skeleton lines={6} />}>
        {({ integrity }) =>
          integrity === null ? (
            !isReadOnly && <HiddenSignals number={claim.number} />
          ) : (
            <Signals {...{ claim, integrity, onCompare, isReadOnly }} />
          )
        }
      </QueryState>
    </Section>
  );
}

/** Shown for a claim of the random sample until it has a finding. */
function HiddenSignals({ number }: { readonly number: string }) {
  const onRecorded = useChanged(number);
  return (
    <>
      <p className="notice">
        This claim was selected at random from claims below every threshold. Its signals stay hidden until you record a
        finding, so that they don’t influence it.
      </p>
      <VerdictForm number={number} label="Your finding" onRecorded={onRecorded} />
    </>
  );
}

/** Fetches a claim and its signals again. */
function useChanged(number: string): () => Promise<void> {
  const queries = useQueryClient();
  const refresh = useRefresh(number);
  return async () => {
    await queries.invalidateQueries({ queryKey: claimIntegrityQuery(number).queryKey });
    await refresh();
  };
}

function Signals({
  claim: { number, caseId, status },
  integrity,
  onCompare,
  isReadOnly = false,
}: SignalsProps & { readonly integrity: ClaimIntegrity }) {
  const onChanged = useChanged(number);
  const isPurged = status === 'purged';
  const laterMatch = findLaterMatch(integrity);
  if (!integrity.scored && isPurged) return <p>This claim was deleted before it was scored.</p>;
  return (
    <>
      {integrity.scored ? (
        <>
          <p className="soft">Scores only set the review order. A reviewer makes every decision.</p>
          {inOrder(integrity).map((which) => (
            <ScoreWaterfall key={which} which={which} score={integrity[which]} />
          ))}
          {laterMatch !== undefined && (
            <p>
              The later claim <Link to={`/claims/${laterMatch}`}>{laterMatch}</Link> matches this one. Of two matching
              claims, only the later one gets points as a duplicate.
            </p>
          )}
        </>
      ) : (
        <p>Signals for this claim aren’t ready yet. They appear a few seconds after filing; reload the page.</p>
      )}
      <Linked integrity={integrity} onCompare={onCompare} />
      <Verdicts
        number={number}
        caseId={caseId}
        integrity={integrity}
        isOpen={!isPurged && !isReadOnly}
        onChanged={onChanged}
      />
      <Marks number={number} integrity={integrity} mayMark={!isPurged && !isReadOnly} onChanged={onChanged} />
      <Sources integrity={integrity} />
    </>
  );
}

/** Puts a score that needs a review first. */
const inOrder = ({ duplicate, machine }: ClaimIntegrity): readonly IntegrityScore[] =>
  machine.decibans - machine.threshold > duplicate.decibans - duplicate.threshold
    ? ['machine', 'duplicate']
    : ['duplicate', 'machine'];

/** Maximum links before the list is expanded. */
const firstShown = 5;

function Linked({
  integrity: { cluster, links },
  onCompare,
}: Pick<SignalsProps, 'onCompare'> & { readonly integrity: ClaimIntegrity }) {
  const [isWhole, setWhole] = useState(false);
  if (links.length === 0 && !cluster) return null;
  return (
    <>
      <h3>Linked claims</h3>
      {cluster && (
        <p>
          <Link to={`/clusters/${cluster.id}`}>
            Cluster {cluster.id} with {formatCounted(cluster.size, 'claim')}
          </Link>
        </p>
      )}
      <ul className="entries">
        {links.slice(0, isWhole ? links.length : firstShown).map((link) => (
          <li key={link.claim}>
            <Link to={`/claims/${link.claim}`}>{link.claim}</Link>{' '}
            <span className="soft">by {link.kinds.map((kind) => linkNames[kind]).join(', ')}</span>{' '}
            <CompareButton number={link.claim} onCompare={onCompare} />
          </li>
        ))}
      </ul>
      {!isWhole && links.length > firstShown && (
        <Button look="link" onClick={() => setWhole(true)}>
          Show {links.length === 50 ? 'the strongest 50' : `all ${links.length}`} linked claims
        </Button>
      )}
    </>
  );
}

interface PartProps {
  readonly number: string;
  readonly integrity: ClaimIntegrity;
  readonly onChanged: () => Promise<void>;
}

function Verdicts({
  number,
  caseId,
  integrity,
  isOpen,
  onChanged,
}: PartProps & { readonly caseId: string; readonly isOpen: boolean }) {
  const { person } = useSession();
  const { formatMoment } = useMoments();
  const { verdicts, sampled } = integrity;
  const isDone = verdicts.some(({ by }) => by.id === person.id);
  return (
    <>
      <h3>Findings</h3>
      {sampled && (
        <p className="notice">
          Selected at random from claims below every threshold. Findings on these claims show what the scores miss.
        </p>
      )}
      {verdicts.length === 0 && <p className="soft">No finding yet.</p>}
      <ol className="entries">
        {verdicts.map(({ id, verdict, reason, at, by, clusterId, second }) => (
          <li key={id}>
            <p>
              <strong>{capitalize(verdictNames[verdict])}</strong>
              {second && <span> (second finding)</span>}
              {clusterId !== null && <span>{`, with cluster ${clusterId}`}</span>}
            </p>
            {reason !== '' && <p className="written-text">{reason}</p>}
            <p className="soft">
              {formatMoment(at)}, {by.name}
            </p>
          </li>
        ))}
      </ol>
      {isDone && (
        <p className="soft">
          {verdicts.length > 1
            ? 'You recorded your finding.'
            : 'You recorded your finding. Another reviewer can record a second one.'}
        </p>
      )}
      {isDone && sampled && <NextSampled caseId={caseId} />}
      {isOpen && !isDone && (
        <details className="spaced finger-summary" open={sampled || undefined}>
          <summary>Record a finding</summary>
          <VerdictForm
            number={number}
            label={verdicts.length === 0 ? 'Your finding' : 'Your finding as second reviewer'}
            onRecorded={onChanged}
          />
        </details>
      )}
    </>
  );
}

function Marks({ number, integrity, mayMark, onChanged }: PartProps & { readonly mayMark: boolean }) {
  const { neutralMarks } = integrity;
  return (
    <>
      {neutralMarks.length > 0 && (
        <>
          <h3>Shared places and known helpers</h3>
          <p className="soft">Signals from these don’t count toward the score.</p>
          <MarkList marks={neutralMarks} onChanged={onChanged} />
        </>
      )}
      {mayMark && (
        <details className="spaced finger-summary">
          <summary>Mark a shared place or a known helper</summary>
          <MarkForm key={neutralMarks.length} number={number} onChanged={onChanged} />
        </details>
      )}
    </>
  );
}

function Sources({ integrity }: { readonly integrity: ClaimIntegrity }) {
  const { formatMoment } = useMoments();
  const { scoredAt, catalog, networkListDate, notMeasured, duplicate } = integrity;
  return (
    <details className="spaced finger-summary">
      <summary>How this was calculated</summary>
      <Facts
        rows={[
          scoredAt !== null && ['Computed', formatMoment(scoredAt)],
          ['Signals', `Version ${catalog}`],
          ['Starts at', `${formatPoints(duplicate.prior)} points`],
          ['Network list', networkListDate ?? 'None'],
        ]}
      />
      {notMeasured.length > 0 && (
        <>
          <p>Not measured, so no points:</p>
          <ul>
            {notMeasured.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
