import './approvals.css';
import { type Approval, maxApprovedTogether } from '@redress/contract/console/approvals';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { workQuery } from '../api/work-query.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Table } from '../ui/table.tsx';
import { Select } from '../ui/choices.tsx';
import { ApproveTogether } from './approve-together.tsx';
import { headlineOf } from './headline.ts';
import { WaitingRequests } from './waiting-requests.tsx';

/** Lists open requests, the person's own requests, and past decisions. */
export function Component() {
  const queries = useQueryClient();
  const [kind, setKind] = useState('');
  const approvals = useQuery({
    queryKey: ['approvals', kind],
    queryFn: () => callApi('GET /approvals', { query: kind === '' ? {} : { kind } }),
    placeholderData: keepPreviousData,
    // Other people send and decide requests in the meantime.
    refetchInterval: 30_000,
  });
  const hasDashboard = useCan('figures');
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
      <p role="status">{outcome}</p>
      <QueryState query={approvals}>
        {({ approvals: all, kinds }) => {
          const total = kinds.reduce((sum, each) => (kind === '' || each.kind === kind ? sum + each.waiting : sum), 0);
          const together = all.filter(({ mayJoin }) => mayJoin).slice(0, maxApprovedTogether);
          const joined = together.filter(({ id }) => chosen.includes(id));
          const waiting = all.filter(({ decision }) => decision === null);
          return (
            <>
              <div className="row toolbar filters">
                {kinds.length > 1 && (
                  <Select
                    label="Kind of request"
                    empty="All"
                    options={kinds.map((each) => [each.kind, `${each.label} (${formatCount(each.waiting)})`])}
                    value={kind}
                    onChange={setKind}
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
                  title="No requests to approve"
                  reason="Requests that need a second approval appear here: denials for fraud, after an uncured deficiency, or in bulk; late claims and high amounts; rule releases, large bulk actions, and findings for clusters; ledger entries and allocations; exports with tax IDs; and new roles."
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
  approved: { label: 'Approved', style: 'tag-good' },
  declined: { label: 'Declined', style: 'tag-bad' },
  withdrawn: { label: 'Withdrawn', style: '' },
} as const;

function Decided({ approvals }: { readonly approvals: readonly Approval[] }) {
  const { formatMoment } = useMoments();
  if (approvals.length === 0) return <p className="soft">Decided requests will appear here.</p>;
  return (
    <Table label="Decided" columns={['Request', 'Requested by', 'Decision', 'By', 'When']}>
      {approvals.map(
        ({ id, kind, what, bulkJob, allocation, reason, askedBy, decision, decidedBy, decidedAt, decisionReason }) => (
          <tr key={id}>
            <td className="hash">
              {headlineOf({ kind, what, bulkJob, allocation })}
              {reason !== '' && (
                <>
                  <br />
                  <span className="soft">{reason}</span>
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
        ),
      )}
    </Table>
  );
}
