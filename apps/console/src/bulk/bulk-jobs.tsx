import type { BulkStatus } from '@redress/contract/console/bulk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useMoments } from '../ui/moments.ts';
import { QueryState } from '../ui/query-state.tsx';
import { StateBadge, type Tone } from '../ui/status-badge.tsx';
import { Table } from '../ui/table.tsx';
import { bulkJobsQuery } from './bulk-queries.ts';

export const bulkStatusLabels: Readonly<Record<BulkStatus, string>> = {
  asking: 'Awaiting second approval',
  waiting: 'Running',
  done: 'Done',
  cancelled: 'Canceled',
  refused: 'Declined',
  failed: 'Failed',
};

const tones: Readonly<Record<BulkStatus, Tone>> = {
  asking: 'warn',
  waiting: 'open',
  done: 'good',
  cancelled: 'past',
  refused: 'bad',
  failed: 'bad',
};

export const BulkStatusBadge = ({ status }: { readonly status: BulkStatus }) => (
  <StateBadge tone={tones[status]}>{bulkStatusLabels[status]}</StateBadge>
);

/** The latest releases and actions on many claims. */
export function BulkJobs() {
  const jobs = useQuery(bulkJobsQuery);
  const { formatMoment } = useMoments();
  return (
    <section aria-labelledby="bulk-jobs">
      <h2 id="bulk-jobs">Releases and bulk actions</h2>
      <QueryState query={jobs}>
        {({ jobs: all }) =>
          all.length === 0 ? (
            <EmptyState
              title="No releases or bulk actions yet"
              reason="Select claims in the claims list, or release a rule’s dry run."
              action={<LinkButton to="/claims">Go to claims</LinkButton>}
            />
          ) : (
            <Table label="Latest releases and actions" columns={['What', 'Requested by', 'When', 'Status']}>
              {all.map(({ id, what, askedBy, askedAt, status }) => (
                <tr key={id}>
                  <td className="long-text">
                    <Link to={`/bulk/${id}`}>{what}</Link>
                  </td>
                  <td>{askedBy}</td>
                  <td className="nowrap">{formatMoment(askedAt)}</td>
                  <td>
                    <BulkStatusBadge status={status} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </QueryState>
    </section>
  );
}
