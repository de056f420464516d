import './approvals.css';
import { type Approval, type Approvals, causesPrefix, maxApprovedTogether } from '@redress/contract/console/approvals';
import { formatMoney } from '@redress/contract/console/format-figure';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError, apiQuery, callApi } from '../api/api-client.ts';
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
import { StateBadge } from '../ui/status-badge.tsx';
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
  const [refused, setRefused] = useState<Refused>();
  const outcomeLine = useRef<HTMLParagraphElement>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [decided, setDecided] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  const onSend = () => {
    mayFocus.current = false;
    setOutcome('');
    setRefused(undefined);
  };
  const mayFocus = useRef(false);
  const onDecided = async (text: string, ids: readonly string[], notDecided?: Refused) => {
    mayFocus.current = true;
    setOutcome(text);
    setDecided(ids);
    setRefused(notDecided);
    void queries.invalidateQueries({ queryKey: workQuery.queryKey });
    await queries.invalidateQueries({ queryKey: ['approvals'] });
  };
  useLayoutEffect(() => {
    // The button may have disappeared with the last request.
    if (!mayFocus.current || document.activeElement !== document.body) return;
    mayFocus.current = false;
    outcomeLine.current?.focus();
  }, [decided, approvals.data]);
  const deciding = { chosen, onChoose: setChosen, onSend, onDecided };
  return (
    <Page title="Approvals">
      <p role="status" className="approvals-outcome" ref={outcomeLine} tabIndex={-1}>
        {outcome}
      </p>
      {refused && (
        <Failure error={refused}>
          <p>{refused.message}</p>
          <ul>
            {refused.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Failure>
      )}
      <QueryState query={approvals}>
        {({ approvals: all, kinds, denials }) => {
          const total = kinds.reduce((sum, each) => (kind === '' || each.kind === kind ? sum + each.waiting : sum), 0);
          const together = all.filter(({ mayJoin }) => mayJoin).slice(0, maxApprovedTogether);
          const waiting = all.filter(({ decision }) => decision === null);
          const own = waiting.filter(({ isOwn }) => isOwn);
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
                  <DecideTogether
                    {...deciding}
                    all={together}
                    verb="Approve"
                    noun="decision"
                    busy="Approving …"
                    done="approved"
                    look="main"
                    decide={approveTogether}
                    note={denials && describeDenials(denials)}
                  />
                )}
              </div>
              {total > waiting.length && !approvals.isPlaceholderData && (
                <p className="soft">
                  {formatCount(waiting.length)} of {formatCounted(total, 'request')} shown, oldest first. More appear as
                  these are decided.
                </p>
              )}
              <WaitingRequests
                all={all}
                kind={kind}
                decided={decided}
                empty={
                  <EmptyState
                    title={approves ? 'No requests to approve' : 'No open requests'}
                    reason={
                      approves
                        ? 'Requests that need a second approval appear here: denials for fraud, after an uncured deficiency, or in bulk; late claims and high amounts; rule releases, large bulk actions, large numbers of letters, and findings for clusters; ledger entries and allocations; exports with tax IDs; and new roles.'
                        : 'Decisions that you proposed and a second person must approve appear here.'
                    }
                    action={hasDashboard && <LinkButton to="/">Go to the dashboard</LinkButton>}
                  />
                }
                selectable={[together, own].flatMap((requests) => (requests.length > 1 ? requests : []))}
                withdrawTogether={
                  own.length > 1 && (
                    <DecideTogether
                      {...deciding}
                      all={own}
                      verb="Withdraw"
                      noun="request"
                      busy="Withdrawing …"
                      done="withdrawn"
                      decide={withdrawTogether}
                    />
                  )
                }
                chosen={chosen}
                onChoose={choose}
                onSend={onSend}
                onDecided={onDecided}
              />
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
  approved: <StateBadge tone="good">Request approved</StateBadge>,
  declined: <StateBadge tone="bad">Request declined</StateBadge>,
  withdrawn: <StateBadge tone="past">Request withdrawn</StateBadge>,
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
            <td className="nowrap">{askedBy}</td>
            <td>
              {decision && decisions[decision]}
              {decisionReason !== '' && (
                <>
                  <br />
                  {decisionReason}
                </>
              )}
            </td>
            <td className="nowrap">{decidedBy ?? askedBy}</td>
            <td className="nowrap">{decidedAt === null ? '' : formatMoment(decidedAt)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function describeDenials({ claims, amount, withoutAmount }: NonNullable<Approvals['denials']>): string {
  const without = withoutAmount === 0 ? '' : `, and ${formatCounted(withoutAmount, 'claim')} no amount`;
  return `${formatCounted(claims, 'denial')} among them. As filed, these claim ${formatMoney(amount)} in all${without}.`;
}

/** Approves decisions about claims: one signature covers the contents of all of them. */
async function approveTogether(ids: readonly string[]): Promise<readonly DecidedRequest[]> {
  const proof = await callApi('POST /approvals/proof', { body: { ids } });
  // Without a passkey, the server asks for a new sign-in.
  const body = { ids, ...(proof.passkey && { passkey: await provePasskey(proof.passkey) }) };
  return (await callApi('POST /approvals/approve', { body })).results;
}

/** Withdraws each request, also after one that failed, for example because it was decided. */
async function withdrawTogether(ids: readonly string[]): Promise<readonly DecidedRequest[]> {
  const results: DecidedRequest[] = [];
  for (const id of ids) {
    const problem = await callApi('POST /approvals/:id/withdraw', { params: { id } }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ApiError) return error.message;
        throw error;
      },
    );
    results.push({ id, problem });
  }
  return results;
}

interface DecidedRequest {
  readonly id: string;
  /** The reason that it was not decided. */
  readonly problem: string | null;
}

/** The requests that were not decided. The lists no longer offer them once another person decided them. */
interface Refused {
  readonly message: string;
  readonly reasons: readonly string[];
}

interface DecideTogetherProps {
  readonly all: readonly Approval[];
  readonly verb: 'Approve' | 'Withdraw';
  readonly noun: string;
  readonly busy: string;
  readonly done: string;
  readonly look?: 'main';
  readonly note?: string | null;
  readonly decide: (ids: readonly string[]) => Promise<readonly DecidedRequest[]>;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onSend: () => void;
  readonly onDecided: (outcome: string, ids: readonly string[], refused?: Refused) => Promise<void>;
}

/** Selects requests of a list, and decides all that are selected. */
function DecideTogether(props: DecideTogetherProps) {
  const { all, verb, noun, busy, done, look, note, decide, chosen, onChoose, onSend, onDecided } = props;
  const { isSending, failure, send } = useSend(onSend);
  const hintId = useId();
  const ids = all.flatMap(({ id }) => (chosen.includes(id) ? id : []));
  const others = chosen.filter((id) => all.every((each) => each.id !== id));
  const flagged = verb === 'Approve' ? all.filter(({ claim }) => claim !== null && claim.flags.length > 0).length : 0;
  const submit = () =>
    send(async () => {
      const results = await decide(ids);
      const failed = results.flatMap(({ id, problem }) => {
        const what = all.find((each) => each.id === id)?.what ?? id;
        return problem === null ? [] : [`${what}: ${problem}`];
      });
      const decided = results.flatMap(({ id, problem }) => (problem === null ? [id] : []));
      onChoose(others);
      await onDecided(
        `${verb === 'Approve' ? 'Approved' : 'Withdrew'} ${formatCounted(decided.length, noun)}.`,
        decided,
        failed.length > 0 ? { message: `These were not ${done}:`, reasons: failed } : undefined,
      );
    });
  return (
    <div className="decide-together">
      <div className="actions">
        <Button onClick={() => onChoose(ids.length === all.length ? others : [...others, ...all.map(({ id }) => id)])}>
          {ids.length === all.length
            ? 'Clear selection'
            : `Select all ${formatCounted(all.length, noun)}${flagged > 0 ? ` (${formatCount(flagged)} flagged)` : ''}`}
        </Button>
        <Button
          look={look}
          disabled={isSending || ids.length === 0}
          aria-describedby={ids.length === 0 ? hintId : undefined}
          onClick={submit}
        >
          {isSending ? busy : `${verb} ${formatCounted(ids.length, `selected ${noun}`)}`}
        </Button>
      </div>
      {ids.length === 0 && (
        <p className="soft" id={hintId}>
          Select {noun}s below to {verb.toLowerCase()} them together.
        </p>
      )}
      {typeof note === 'string' && <p className="soft">{note}</p>}
      <Failure error={failure} />
    </div>
  );
}
