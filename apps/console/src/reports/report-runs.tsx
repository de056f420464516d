import type { ReportList, ReportRun } from '@redress/contract/console/reports';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useMoments } from '../ui/moments.ts';
import { RunProgress } from '../ui/run-progress.tsx';
import { StateBadge } from '../ui/status-badge.tsx';

const shownRuns = 5;

/** Current runs with their progress, and the results of recent ones. */
export function ReportRuns({ list }: { readonly list: ReportList }) {
  const runs = list.runs.filter(({ outcome }, index) => outcome === null || index < shownRuns);
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Today’s runs</h2>
      <ul className="plain-list report-runs">
        {runs.map((run) => (
          <li key={run.id} className="panel">
            <Run run={run} list={list} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Run({ run, list }: { readonly run: ReportRun; readonly list: ReportList }) {
  const { formatMoment } = useMoments();
  const name = run.cases.map((id) => list.cases.find((each) => each.id === id)?.name ?? id).join(', ');
  return (
    <>
      <p>
        <strong>{name}</strong>, as of seal {run.seal}.{' '}
        <span className="soft">
          {run.askedBy}, {formatMoment(run.askedAt)}
        </span>
      </p>
      {run.outcome === null ? (
        <RunProgress
          label={`the report as of seal ${run.seal}`}
          progress={run.progress}
          unit="the claims counted"
          cancel={() => callApi('DELETE /reports/runs/:id', { params: { id: run.id } })}
          changed={{ queryKey: ['reports'] }}
        />
      ) : (
        <p role="status">
          <Outcome run={run} />
        </p>
      )}
    </>
  );
}

function Outcome({ run: { outcome, report, differences } }: { readonly run: ReportRun }) {
  const link = report === null ? null : <Link to={`/reports/${report}`}>Open the report</Link>;
  switch (outcome) {
    case 'created':
      return <>The report is ready. {link}</>;
    case 'identical':
      return <>This report already existed, and the new run matches it: figures, PDF, and spreadsheet. {link}</>;
    case 'different':
      return (
        <>
          <StateBadge tone="bad">Different</StateBadge> This report already existed. In the new run, these parts differ:{' '}
          {differences.join(', ')}. Deleting personal data after its retention period has this effect. The original
          report is unchanged. {link}
        </>
      );
    case 'cancelled':
      return <>Canceled.</>;
    case 'failed':
      return <>It failed several times. The reason is in the server’s log; ask the operator.</>;
    case null:
      return null;
  }
}
