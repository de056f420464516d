import type { ReportList } from '@redress/contract/console/reports';
import { formatDay } from '@redress/contract/language';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Table } from '../ui/table.tsx';
import { ReportFiles } from './report-files.tsx';

/** The stored reports, with the seals and hashes that prove them. */
export function ReportTable({ list }: { readonly list: ReportList }) {
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
      <Table
        label="Reports"
        columns={['Report', 'Seal', { header: 'Claims', kind: 'number' }, 'Files and SHA-256', 'Run again']}
      >
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
  const day = (value: string) => formatDay(value, 'en', { dateStyle: 'medium' });
  if (from === null) return to === null ? 'All days up to the seal' : `Until ${day(to)}`;
  return to === null ? `From ${day(from)}` : `${day(from)} to ${day(to)}`;
}
