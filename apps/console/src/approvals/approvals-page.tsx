import './approvals.css';
import { type Approval, causesPrefix, maxApprovedTogether } from '@redress/contract/console/approvals';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiQuery, callApi } from '../api/api-client.ts';
import { useCan, useSession } from '../api/use-session.ts';
import { workQuery } from '../api/work-query.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Table } from '../ui/table.tsx';
import { Select } from '../ui/choices.tsx';
import { headlineOf, targetOf } from './headline.ts';
import { WaitingRequests } from './waiting-requests.tsx';
import { Failure } from '../ui/failure.tsx';
import { useSend } from '../ui/use-send.ts';
import { provePasskey } from '../sign-in/passkeys.ts';

/** Lists open requests, the person's own requests, and past decisions. */
export function Component() {
  const queries = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const kind = parameters.get('kind') ?? '';
  const approvals = useQuery({
    ...apiQuery(['approvals', kind], 'GET /approvals', { query: kind === '' ? {} : { kind: kind } }),
    placeholderData: keepPreviousData,
    // Other people send and decide requests in the meantime.
    refetchInterval: 30_000,
  });
  const [hasDashboard, approves] = [useCan('figures'), useCan('approve')];
  const [outcome, setOutcome] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  const onSend = () => setOutcome('');
  const onDecided = (text: string) => {
    setOutcome(text);
    void queries.invalidateQueries({ queryKey: workQuery.queryKey });
    return queries.invalidateQueries({ queryKey: ['approvals'] });
  };
  return (
    <Page title="Approvals">
      <p role="status" className="approvals-outcome">
        {outcome}
      </p>
      <QueryState query={approvals}>
        {({ approvals: all, kinds }) => {
          const total = kinds.reduce((sum, each) => (kind === '' || each.kind === kind ? sum + each.waiting : sum), 0);
          const together = all.filter(({ mayJoin }) => mayJoin).slice(0, maxApprovedTogether);
          const joined = together.filter(({ id }) => chosen.includes(id));
          const waiting = all.filter(({ decision }) => decision === null);
          return (
            <>
              <div className="row toolbar filters">
                {(kinds.length > 1 || kind !== '') && (
                  <Select
                    label="Kind of request"
                    empty="All"
                    options={kinds.map((each) => [each.kind, `${each.label} (${formatCount(each.waiting)})`])}
                    value={kind}
                    onChange={(next) => setParameters(next === '' ? {} : { kind: next }, { replace: true })}
                  />
                )}
                {together.length > 1 && (
                  <ApproveTogether
                    all={together}
                    chosen={joined}
                    onChoose={setChosen}
                    onSend={onSend}
                    onDecided={async (text) => {
                      setChosen([]);
                      await onDecided(text);
                    }}
                  />
                )}
              </div>
              {total > waiting.length && !approvals.isPlaceholderData && (
                <p className="soft">
                  {formatCount(waiting.length)} of {formatCounted(total, 'request')} shown, oldest first. More appear as
                  these are decided.
                </p>
              )}
              {waiting.length === 0 ? (
                <EmptyState
                  title={approves ? 'No requests to approve' : 'No open requests'}
                  reason={
                    approves
                      ? 'Requests that need a second approval appear here: denials for fraud, after an uncured deficiency, or in bulk; late claims and high amounts; rule releases, large bulk actions, and findings for clusters; ledger entries and allocations; exports with tax IDs; and new roles.'
                      : 'Decisions that you proposed and a second person must approve appear here.'
                  }
                  action={hasDashboard && <LinkButton to="/">Go to the dashboard</LinkButton>}
                />
              ) : (
                <WaitingRequests
                  waiting={waiting}
                  together={together.length > 1 ? together : []}
                  chosen={chosen}
                  onChoose={choose}
                  onSend={onSend}
                  onDecided={onDecided}
                />
              )}
              <h2>Decided</h2>
              <Decided approvals={all.filter(({ decision }) => decision !== null)} />
            </>
          );
        }}
      </QueryState>
    </Page>
  );
}

const decisions = {
  approved: { label: 'Request approved', style: 'tag-good' },
  declined: { label: 'Request declined', style: 'tag-bad' },
  withdrawn: { label: 'Request withdrawn', style: '' },
} as const;

function Decided({ approvals }: { readonly approvals: readonly Approval[] }) {
  const { permissions } = useSession();
  const { formatMoment } = useMoments();
  if (approvals.length === 0) return <p className="soft">Decided requests will appear here.</p>;
  return (
    <Table label="Decided" columns={['Request', 'Requested by', 'Decision', 'By', 'When']}>
      {approvals.map((approval) => {
        const { id, reason, askedBy, decision, decidedBy, decidedAt, decisionReason } = approval;
        const target = targetOf(approval, (permission) => permissions[permission].length > 0);
        return (
          <tr key={id}>
            <td className="hash decided-request">
              {target === undefined ? (
                <span>{headlineOf(approval)}</span>
              ) : (
                <Link to={target}>{headlineOf(approval)}</Link>
              )}
              {reason !== '' && (
                <>
                  <br />
                  <span className="soft">{reason.replace(causesPrefix, 'Needed approval because ')}</span>
                </>
              )}
            </td>
            <td>{askedBy}</td>
            <td>
              {decision && <span className={`tag ${decisions[decision].style}`}>{decisions[decision].label}</span>}
              {decisionReason !== '' && (
                <>
                  <br />
                  {decisionReason}
                </>
              )}
            </td>
            <td>{decidedBy ?? askedBy}</td>
            <td className="nowrap">{decidedAt === null ? '' : formatMoment(decidedAt)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

/**
 * Approves the selected decisions about claims: one signature covers the contents of all of them.
 */
function ApproveTogether(props: {
  readonly all: readonly Approval[];
  readonly chosen: readonly Approval[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onSend: () => void;
  readonly onDecided: (outcome: string) => Promise<void>;
}) {
  const { all, chosen, onChoose, onSend, onDecided } = props;
  const { isSending, failure, send } = useSend(onSend);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const ids = chosen.map(({ id }) => id);
  const flagged = all.filter(({ claim }) => claim !== null && claim.flags.length > 0).length;
  const approve = () =>
    send(async () => {
      const proof = await callApi('POST /approvals/proof', { body: { ids } });
      // Without a passkey, the server asks for a new sign-in.
      const body = { ids, ...(proof.passkey && { passkey: await provePasskey(proof.passkey) }) };
      const { results } = await callApi('POST /approvals/approve', { body });
      const failed = results.flatMap(({ id, problem }) => {
        const what = chosen.find((each) => each.id === id)?.what ?? id;
        return problem === null ? [] : [`${what}: ${problem}`];
      });
      setProblems(failed);
      await onDecided(`Approved ${formatCounted(results.length - failed.length, 'decision')}.`);
    });
  return (
    <div className="approve-together">
      <div className="actions">
        <Button onClick={() => onChoose(chosen.length === all.length ? [] : all.map(({ id }) => id))}>
          {chosen.length === all.length
            ? 'Clear selection'
            : `Select all ${all.length} decisions${flagged > 0 ? ` (${formatCount(flagged)} flagged)` : ''}`}
        </Button>
        <Button
          look="main"
          disabled={isSending || chosen.length === 0}
          aria-describedby={chosen.length === 0 ? 'approve-none-chosen' : undefined}
          onClick={approve}
        >
          {isSending ? 'Approving …' : `Approve ${formatCounted(chosen.length, 'selected decision')}`}
        </Button>
      </div>
      {chosen.length === 0 && (
        <p className="soft" id="approve-none-chosen">
          Select decisions below to approve them together.
        </p>
      )}
      <Failure error={failure} />
      {problems.length > 0 && (
        <Failure>
          <p>These were not approved:</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Failure>
      )}
    </div>
  );
}
