import type { Approval, Approvals } from '@redress/contract/console/approvals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useMoments } from '../layout/moments.ts';
import { Page } from '../layout/page.tsx';
import { QueryState } from '../layout/query-state.tsx';
import { Table } from '../layout/table.tsx';
import { ApprovalRequest } from './approval-request.tsx';

/** What waits for a second person, what one asked for, and what was decided. */
export function Component() {
  const queries = useQueryClient();
  const approvals = useQuery({
    queryKey: ['approvals'],
    queryFn: () => callApi<Approvals>('/approvals'),
    // Others ask and decide meanwhile.
    refetchInterval: 30_000,
  });
  const [outcome, setOutcome] = useState('');
  const onDecided = (text: string) => {
    setOutcome(text);
    return queries.invalidateQueries({ queryKey: ['approvals'] });
  };
  return (
    <Page title="Approvals">
      <p role="status">{outcome}</p>
      <QueryState query={approvals}>
        {({ approvals: all }) => {
          const waiting = all.filter(({ decision }) => decision === null);
          const others = waiting.filter(({ isOwn }) => !isOwn);
          const own = waiting.filter(({ isOwn }) => isOwn);
          return (
            <>
              <h2>Waiting for you</h2>
              {others.length === 0 && <p className="soft">Nothing waits for you.</p>}
              {others.map((approval) => (
                <ApprovalRequest key={approval.id} {...{ approval, onDecided }} />
              ))}
              {own.length > 0 && <h2>You asked for</h2>}
              {own.map((approval) => (
                <ApprovalRequest key={approval.id} {...{ approval, onDecided }} />
              ))}
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
  if (approvals.length === 0) return <p className="soft">Nothing was decided yet.</p>;
  return (
    <Table label="Decided" columns={['Request', 'Asked by', 'Decision', 'By', 'When']}>
      {approvals.map(({ id, what, reason, askedBy, decision, decidedBy, decidedAt, decisionReason }) => (
        <tr key={id}>
          <td>
            {what}
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
          <td>{decidedAt === null ? '' : formatMoment(decidedAt)}</td>
        </tr>
      ))}
    </Table>
  );
}
