import type { Approval } from '@redress/contract/console/approvals';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useSend } from '../ui/use-send.ts';
import { provePasskey } from '../sign-in/passkeys.ts';

/**
 * Approves the selected decisions about claims: one signature covers the contents of all of them.
 */
export function ApproveTogether(props: {
  readonly all: readonly Approval[];
  readonly chosen: readonly Approval[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onSend: () => void;
  readonly onDecided: (outcome: string) => Promise<void>;
}) {
  const { all, chosen, onChoose, onSend, onDecided } = props;
  const { isSending, failure, send } = useSend(onSend);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const ids = chosen.map(({ id }) => id);
  const flagged = all.filter(({ claim }) => claim !== null && claim.flags.length > 0).length;
  const approve = () =>
    send(async () => {
      const proof = await callApi('POST /approvals/proof', { body: { ids } });
      // Without a passkey, the server asks for a new sign-in.
      const body = { ids, ...(proof.passkey && { passkey: await provePasskey(proof.passkey) }) };
      const { results } = await callApi('POST /approvals/approve', { body });
      const failed = results.flatMap(({ id, problem }) => {
        const what = chosen.find((each) => each.id === id)?.what ?? id;
        return problem === null ? [] : [`${what}: ${problem}`];
      });
      setProblems(failed);
      await onDecided(`Approved: ${formatCounted(results.length - failed.length, 'decision')}`);
    });
  return (
    <div className="approve-together">
      <div className="actions">
        <Button onClick={() => onChoose(chosen.length === all.length ? [] : all.map(({ id }) => id))}>
          {chosen.length === all.length
            ? 'Clear selection'
            : `Select all ${all.length} decisions${flagged > 0 ? ` (${formatCount(flagged)} flagged)` : ''}`}
        </Button>
        <Button
          look="main"
          disabled={isSending || chosen.length === 0}
          aria-describedby={chosen.length === 0 ? 'approve-none-chosen' : undefined}
          onClick={approve}
        >
          {isSending ? 'Approving …' : `Approve ${formatCounted(chosen.length, 'selected decision')}`}
        </Button>
      </div>
      {chosen.length === 0 && (
        <p className="soft" id="approve-none-chosen">
          Select decisions below to approve them together.
        </p>
      )}
      <Failure error={failure} />
      {problems.length > 0 && (
        <Failure>
          <p>These were not approved:</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Failure>
      )}
    </div>
  );
}
