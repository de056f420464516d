import './reports.css';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { TableSkeleton } from '../ui/table.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportRuns } from './report-runs.tsx';
import { ReportTable } from './report-table.tsx';

const pollMilliseconds = 1_000;

/** `/reports`: claims reports for counsel and the court. */
export function Component() {
  const reports = useQuery({
    queryKey: ['reports'],
    queryFn: () => callApi('GET /reports'),
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
            <ReportForm list={list} />
            <ReportRuns list={list} />
            <ReportTable list={list} />
          </>
        )}
      </QueryState>
    </Page>
  );
}
