import './reports.css';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/api-client.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { numeric, Table, TableSkeleton } from '../ui/table.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportRuns } from './report-runs.tsx';
import type { ReportList } from '@redress/contract/console/reports';
import { formatCourtDay } from '@redress/contract/language';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { ReportFiles } from './report-files.tsx';

const pollMilliseconds = 1_000;

/** `/reports`: claims reports for counsel and the court. */
export function Component() {
  const reports = useQuery({
    ...apiQuery(['reports'], 'GET /reports'),
    // Polls only while a report is running.
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ outcome }) => outcome === null) === true ? pollMilliseconds : false,
  });
  return (
    <Page title="Reports">
      <p>
        The claims report begins with a summary: claims, claim rate, deadlines and amounts. Tables by form, week, state,
        channel, language and decision follow. It names neither claimants nor staff, so it can go to counsel and the
        court.
      </p>
      <QueryState
        query={reports}
        skeleton={<TableSkeleton columns={['Report', 'Seal', 'Claims', 'Files', 'Checked']} rows={4} />}
      >
        {(list) => (
          <>
            {/* Below the form, a started run would be out of sight. */}
            <ReportRuns list={list} />
            <ReportForm list={list} />
            <ReportTable list={list} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** The stored reports, with the seals and hashes that prove them. */
function ReportTable({ list }: { readonly list: ReportList }) {
  const { formatMoment } = useMoments();
  if (list.reports.length === 0)
    return (
      list.newestSeal && (
        <EmptyState
          title="No reports yet"
          reason="Choose Run the report above. Each report is kept here with its files."
        />
      )
    );
  return (
    <section>
      <h2 id="kept">Reports</h2>
      <Table label="Reports" columns={['Report', 'Seal', numeric('Claims'), 'Files and SHA-256', 'Run again']}>
        {list.reports.map((report) => (
          <tr key={report.id}>
            <th scope="row">
              <Link to={`/reports/${report.id}`}>
                {report.cases.map((id) => list.cases.find((each) => each.id === id)?.name ?? id).join(', ')}
              </Link>
              <div className="soft">{describePeriod(report)}</div>
              <div className="soft">
                {report.askedBy}, {formatMoment(report.askedAt)}
              </div>
            </th>
            <td>
              {report.seal.position}
              <div className="soft nowrap">{formatMoment(report.seal.sealedAt)}</div>
            </td>
            <td className="number">{formatCount(report.claims)}</td>
            <td>
              <ReportFiles report={report} />
            </td>
            <td>
              {report.checked === null
                ? 'Not yet'
                : `${report.checked.outcome === 'identical' ? 'The same' : 'Different'} on ${formatMoment(report.checked.at)}`}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function describePeriod({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  if (from === null) return to === null ? 'All days up to the seal' : `Until ${formatCourtDay(to)}`;
  return to === null ? `From ${formatCourtDay(from)}` : `${formatCourtDay(from)} to ${formatCourtDay(to)}`;
}
