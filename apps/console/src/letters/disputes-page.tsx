import './letters.css';
import { decisionLabels, describeChannel, disputeOutcomeLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import { type ListedDispute, maxDecidedDisputes, maxOpenDisputes } from '@redress/contract/console/letters';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '../api/api-client.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { listState } from '../ui/list-position.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { StateBadge } from '../ui/status-badge.tsx';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { lettersKey } from './letter-queries.ts';

const columns = ['Claim', 'Filed', 'Disputed decision', 'Disagrees with', 'Statement', 'Outcome'];

/** `/disputes`: disputes of decisions, the open ones first. */
export function Component() {
  const query = useQuery(apiQuery([...lettersKey, 'disputes'], 'GET /disputes'));
  return (
    <Page title="Disputes">
      <p>Someone who neither made nor approved the decision decides the claim again. Open the claim to decide it.</p>
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} rows={3} />}>
        {({ disputes }) =>
          disputes.length === 0 ? (
            <EmptyState
              title="No disputes"
              reason="Claimants can dispute a decision on the status page or in a letter until the day in its letter."
            />
          ) : (
            <>
              {disputes.length >= maxDecidedDisputes && (
                <p className="soft">
                  Lists the oldest {maxOpenDisputes} open disputes, and the newest {maxDecidedDisputes} decided ones.
                </p>
              )}
              <Table label="Disputes" className="list-table" columns={columns}>
                {disputes.map((dispute) => (
                  <DisputeRow key={dispute.id} dispute={dispute} numbers={disputes.map(({ claim }) => claim)} />
                ))}
              </Table>
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

function DisputeRow({ dispute, numbers }: { readonly dispute: ListedDispute; readonly numbers: readonly string[] }) {
  const { formatMoment } = useMoments();
  const { claim, filedAt, channel, late, decided, amount, grounds, statement, outcome, isOwn, assignee } = dispute;
  return (
    <tr>
      <td className="figures">
        <Link to={`/claims/${claim}`} state={listState({ backTo: '/disputes', label: 'Disputes', numbers })}>
          {claim}
        </Link>
      </td>
      <td>
        <span className="nowrap">{formatMoment(filedAt)}</span>
        {channel !== 'online' && <span className="tag">{describeChannel(channel)}</span>}
        {late && <span className="tag tag-warn">Late</span>}
      </td>
      <td>{`${decisionLabels.decided[decided]}${amount === null ? '' : `, ${formatMoney(amount)}`}`}</td>
      <td>
        <span className="two-lines">{grounds.join('; ')}</span>
      </td>
      <td className="dispute-statement">
        <span className="two-lines">{statement ?? 'Your role doesn’t see it.'}</span>
      </td>
      <td>
        {outcome === null ? (
          <>
            <StateBadge tone="warn">Open</StateBadge>
            <div className="soft nowrap">
              {isOwn ? 'For someone else: you decided this claim' : assignee !== null && `Assigned to ${assignee}`}
            </div>
          </>
        ) : (
          <>
            <StateBadge tone="past">Closed</StateBadge>
            <div className="soft nowrap">{disputeOutcomeLabels[outcome]}</div>
          </>
        )}
      </td>
    </tr>
  );
}
