import '@redress/ui/charts/charts.css';
import './reports.css';
import { FigureTable } from '@redress/ui/charts/figure-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { apiQuery } from '../api/api-client.ts';
import { LinkButton } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { TableSkeleton } from '../ui/table.tsx';
import { ReportFiles } from './report-files.tsx';

/** `/reports/:id`: a stored report, with the same content as its PDF and spreadsheet. */
export function Component() {
  const { id = '' } = useParams();
  const report = useQuery({
    ...apiQuery(['report', id], 'GET /reports/:id', { params: { id } }),
    // A stored report never changes.
    staleTime: Infinity,
  });
  const position = report.data?.seal.position;
  return (
    <Page
      title={position === undefined ? 'Claims report' : `Claims report as of seal ${position}`}
      actions={<LinkButton to="/reports">All reports</LinkButton>}
    >
      <QueryState query={report} skeleton={<TableSkeleton columns={['Form', 'Claims', 'Share']} />}>
        {(data) => (
          <>
            <div className="panel">
              {data.content.captions.map(({ settlement, court, caption, docketNumber }) => (
                <p key={settlement}>
                  <strong>{settlement}</strong>
                  <br />
                  {[court, caption, docketNumber].filter((part) => part !== undefined).join(' · ')}
                </p>
              ))}
              <ReportFiles report={data} />
            </div>
            {data.content.summary && (
              <section className="panel" aria-labelledby="summary">
                <h2 id="summary">Summary</h2>
                <Facts
                  className="report-summary"
                  rows={data.content.summary.map(({ label, value, note }) => [
                    label,
                    <>
                      <strong>{value}</strong> {note !== undefined && <span className="soft">{note}</span>}
                    </>,
                  ])}
                />
              </section>
            )}
            {data.content.figures.map((figure) => (
              <section key={figure.name} className="chart report-figure" aria-labelledby={figure.name}>
                <h2 id={figure.name}>{figure.title}</h2>
                <FigureTable figure={figure} />
              </section>
            ))}
            <section className="report-figure" aria-labelledby="definitions">
              <h2 id="definitions">Definitions</h2>
              <Facts rows={data.content.figures.map(({ title, definition }) => [title, definition])} />
            </section>
            <section className="report-figure" aria-labelledby="verification">
              <h2 id="verification">Seal and verification</h2>
              <Facts rows={data.content.details.map(({ label, value }) => [label, value])} />
              {data.content.notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </section>
          </>
        )}
      </QueryState>
    </Page>
  );
}
