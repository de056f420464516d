import './throughput.css';
import { decisionLabels } from '@redress/contract/console/claim-labels';
import { writeClaimListQuery } from '@redress/contract/console/claim-list';
import { outcomes, reviewableStatuses } from '@redress/contract/console/review';
import type { Throughput } from '@redress/contract/console/work';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';
import { type Column, numeric, Table, TableSkeleton } from '../ui/table.tsx';

const throughputQuery = {
  ...apiQuery(['work', 'throughput'], 'GET /work/throughput'),
  refetchInterval: 60_000,
} as const;

const counted = [
  ...outcomes.map((each) => [each, decisionLabels.decided[each]] as const),
  ['together', 'In bulk'],
  ['released', 'In effect'],
  ['prepared', 'Awaiting'],
  ['returned', 'Returned'],
] as const;
const columns: readonly Column[] = [
  'Reviewer',
  ...[...counted.map(([, header]) => header), 'Median', 'Open', 'Due today'].map(numeric),
];

/** Shows supervisors each reviewer's decisions today and open claims. */
export function ReviewersToday() {
  const throughput = useQuery(throughputQuery);
  return (
    <section>
      <h2>Reviewers today</h2>
      <QueryState query={throughput} skeleton={<TableSkeleton columns={columns} rows={3} />}>
        {(data) =>
          data.reviewers.length === 0 ? (
            <EmptyState
              title="No decisions yet today"
              reason="Reviewers appear here after their first decision of the day, or when claims are assigned to them."
            />
          ) : (
            <ReviewersTable {...data} />
          )
        }
      </QueryState>
    </section>
  );
}

function ReviewersTable({ today, reviewers }: Throughput) {
  const { permissions } = useSession();
  // The linked lists cover more cases than these counts for people who supervise only some of them.
  const cases = permissions.supervise.length < permissions.claims.length ? { case: [...permissions.supervise] } : {};
  const leadTo = (count: number, query: Parameters<typeof writeClaimListQuery>[0], label: string): ReactNode =>
    count === 0 ? (
      '0'
    ) : (
      <Link to={`/claims?${writeClaimListQuery({ ...cases, ...query })}`} aria-label={`${formatCount(count)} ${label}`}>
        {formatCount(count)}
      </Link>
    );
  return (
    <>
      <Table label="Reviewers today" className="reviewers-today" columns={columns}>
        {reviewers.map(({ id, name, medianSeconds, open, due, ...counts }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {counted.map(([key]) => (
              <td key={key} className="number">
                {formatCount(counts[key])}
              </td>
            ))}
            <td className="number">{medianSeconds === null ? '–' : formatDuration(medianSeconds)}</td>
            <td className="number">
              {leadTo(open, { assignee: [id], status: [...reviewableStatuses] }, `open with ${name}`)}
            </td>
            <td className="number">{leadTo(due, { assignee: [id], 'cure-due': today }, `due today from ${name}`)}</td>
          </tr>
        ))}
      </Table>
      <p className="soft">
        Undone and withdrawn decisions aren’t counted. Awaiting decisions aren’t in effect yet; returned ones were
        declined by a second person. Those cured, reopened, or overturned since are no longer in effect. Median is the
        time between two decisions, without breaks over 30 minutes. Open claims are assigned and wait for a review.
      </p>
    </>
  );
}

/** Returns, for example, `9 s` or `2 min 5 s`. */
function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
