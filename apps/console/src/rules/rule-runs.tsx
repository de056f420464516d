import type { RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { useMoments } from '../ui/moments.ts';
import { RunProgress } from '../ui/run-progress.tsx';
import { useSend } from '../ui/use-send.ts';
import { ruleQuery } from './rule-queries.ts';
import { RunResultView } from './run-result.tsx';
import { describeFlagCounts } from '@redress/contract/console/flag-counts';
import { formatMoney } from '@redress/contract/console/format-figure';
import { TextArea, useField } from '../ui/text-field.tsx';
import { formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { StateBadge } from '../ui/status-badge.tsx';

/** Starts dry runs, and shows the latest ones. */
export function RuleRuns({ rule }: { readonly rule: RuleDetails }) {
  const { isSending, failure, send } = useSend();
  const isRunning = rule.runs.some(({ status, repeats }) => status === 'waiting' && repeats === null);
  const start = () => send(() => callApi('POST /rules/:id/runs', { params: { id: rule.id } }), ruleQuery(rule.id));
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Dry runs</h2>
      <p className="soft">
        A dry run changes nothing. It counts claims as of the newest seal, which closes the history every minute.
      </p>
      <p>
        <Button look="main" disabled={isSending || isRunning} onClick={start}>
          {isRunning ? 'A dry run is running …' : 'Dry run'}
        </Button>
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

interface RunProps {
  readonly run: RuleRun;
  readonly runs: readonly RuleRun[];
  readonly isOpen: boolean;
}

function Run({ run, runs, isOpen }: RunProps) {
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
          <StateBadge tone="bad">Failed</StateBadge> It failed several times. The reason is in the server’s log; ask the
          operator.
        </p>
      )}
      {run.isIdentical !== null && (
        <p role="status">
          {run.isIdentical ? (
            <>
              <StateBadge tone="good">The same</StateBadge> The list of claims, outcomes and amounts has the same
              SHA-256.
            </>
          ) : (
            <>
              <StateBadge tone="bad">Different</StateBadge> The list differs. Deleting personal data after its retention
              period has this effect; otherwise, ask your operator to run the verification.
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
      {(run.release?.status === 'asking' || run.release?.status === 'waiting') && (
        <p className="notice" role="status">
          {run.release.status === 'asking' ? (
            <>
              <span>Requested. Another supervisor must approve the release under Approvals.</span>{' '}
              <Link to={`/bulk/${run.release.job}`}>View or withdraw the request</Link>
            </>
          ) : (
            'The claims are being decided …'
          )}
        </p>
      )}
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

/** Asks a second person to release the results of a dry run. */
function ReleaseDialog({ run, onClose }: { readonly run: RuleRun; readonly onClose: () => void }) {
  const { send, ...sending } = useSend();
  const reason = useField();
  const [isEmpty, setEmpty] = useState(false);
  const submit = async () => {
    setEmpty(reason.value.trim() === '');
    if (reason.value.trim() === '') return;
    const isAsked = await send(
      () => callApi('POST /rules/runs/:id/release', { params: { id: run.id }, body: { reason: reason.value } }),
      ruleQuery(run.rule),
    );
    if (isAsked) onClose();
  };
  const { approve = 0, queue = 0, amount = '0', flags } = run.result ?? {};
  return (
    <Modal
      title="Ask for release"
      description={`${formatCounted(approve, 'claim')} to approve for ${formatMoney(amount)}, and ${formatCounted(queue, 'claim')} to queue. Another supervisor approves exactly this list. Claims that change before then are skipped.`}
      onClose={onClose}
    >
      {flags && approve > 0 && (
        <p className="notice">{describeFlagCounts(flags.approve, 'Flags of the claims to approve')}</p>
      )}
      <SendForm noValidate sending={sending} onSubmit={submit} button="Ask for release" busy="Asking …" inDialog>
        <TextArea
          label="Reason, for the second person"
          hint="What you checked, for example the sample of the dry run. This is permanent."
          error={isEmpty ? 'Say why.' : undefined}
          rows={3}
          maxLength={1_000}
          {...reason}
        />
      </SendForm>
    </Modal>
  );
}
