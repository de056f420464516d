import type { RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { useMoments } from '../ui/moments.ts';
import { RunProgress } from '../ui/run-progress.tsx';
import { useSend } from '../ui/use-send.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { ruleQuery } from './rule-queries.ts';
import { RunResultView } from './run-result.tsx';

/** Starts dry runs, and shows the latest ones. */
export function RuleRuns({ rule }: { readonly rule: RuleDetails }) {
  const { isSending, failure, send } = useSend();
  const isRunning = rule.runs.some(({ status, repeats }) => status === 'waiting' && repeats === null);
  const start = () => send(() => callApi('POST /rules/:id/runs', { params: { id: rule.id } }), ruleQuery(rule.id));
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Dry runs</h2>
      <p>
        <Button look="main" disabled={isSending || isRunning} onClick={start}>
          {isRunning ? 'A dry run is running …' : 'Dry run'}
        </Button>{' '}
        <span className="soft">
          A dry run changes nothing. It counts claims as of the newest seal, which closes the history every minute.
        </span>
      </p>
      <Failure error={failure} />
      {rule.runs.length === 0 && <p className="soft">No dry runs yet.</p>}
      <ul className="plain-list spaced rule-runs">
        {rule.runs.map((run, index) => (
          <li key={run.id} className="panel">
            <Run run={run} isOpen={index === 0} runs={rule.runs} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Run({
  run,
  runs,
  isOpen,
}: {
  readonly run: RuleRun;
  readonly runs: readonly RuleRun[];
  readonly isOpen: boolean;
}) {
  const { formatMoment } = useMoments();
  const original = runs.find(({ id }) => id === run.repeats);
  const title = `${run.repeats === null ? 'Dry run' : 'Repeated run'}: version ${run.version}, as of seal ${run.seal}`;
  return (
    <>
      <h3>{title}</h3>
      <p className="soft">
        {run.askedBy}, {formatMoment(run.askedAt)}
        {original ? `, compared with the run of ${formatMoment(original.askedAt)}` : ''}
      </p>
      {run.status === 'waiting' && (
        <RunProgress
          label={title}
          progress={run.progress}
          unit="claims checked"
          cancel={() => callApi('DELETE /rules/runs/:id', { params: { id: run.id } })}
          changed={ruleQuery(run.rule)}
        />
      )}
      {run.status === 'cancelled' && <p role="status">Canceled.</p>}
      {run.status === 'failed' && (
        <p role="status">
          <span className="tag tag-bad">Failed</span> It failed several times. The reason is in the server’s log; ask
          the operator.
        </p>
      )}
      {run.isIdentical !== null && (
        <p role="status">
          {run.isIdentical ? (
            <>
              <span className="tag tag-good">The same</span> The list of claims, outcomes and amounts has the same
              SHA-256.
            </>
          ) : (
            <>
              <span className="tag tag-bad">Different</span> The list differs. Deleting personal data after its
              retention period has this effect; otherwise, ask your operator to run the verification.
            </>
          )}
        </p>
      )}
      {run.result && run.repeats === null && (
        <details open={isOpen}>
          <summary>Result</summary>
          <RunResultView run={run} result={run.result} />
        </details>
      )}
      {run.status === 'done' && run.repeats === null && <RunActions run={run} />}
    </>
  );
}

function RunActions({ run }: { readonly run: RuleRun }) {
  const { isSending, failure, send } = useSend();
  const [isReleasing, setReleasing] = useState(false);
  const repeat = () =>
    send(() => callApi('POST /rules/runs/:id/repeat', { params: { id: run.id } }), ruleQuery(run.rule));
  const claims = (run.result?.approve ?? 0) + (run.result?.queue ?? 0);
  const obstacle = !run.isNewest
    ? 'A newer version or run of this rule exists, so this one can’t be released.'
    : claims === 0
      ? 'No claims meet this rule, so there is nothing to release. Change the rule, or run it again when more claims are filed.'
      : undefined;
  return (
    <>
      <div className="actions">
        {run.release === null ? (
          <Button
            look="main"
            disabled={obstacle !== undefined}
            aria-describedby={obstacle === undefined ? undefined : `${run.id}-obstacle`}
            onClick={() => setReleasing(true)}
          >
            Ask for release …
          </Button>
        ) : null}
        <Button disabled={isSending} onClick={repeat}>
          Run again
        </Button>
        {run.release?.status === 'done' && <Link to={`/bulk/${run.release.job}`}>View or reopen its claims</Link>}
      </div>
      {run.release === null && obstacle !== undefined && (
        <p className="soft" id={`${run.id}-obstacle`}>
          {obstacle}
        </p>
      )}
      <Failure error={failure} />
      {isReleasing && <ReleaseDialog run={run} onClose={() => setReleasing(false)} />}
    </>
  );
}
