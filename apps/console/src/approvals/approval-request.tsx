import type { Approval } from '@redress/contract/console/approvals';
import { useState } from 'react';
import { flagLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Failure } from '../ui/failure.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useNames } from '../ui/use-names.ts';
import { useMoments } from '../ui/moments.ts';
import { useSend } from '../ui/use-send.ts';
import { provePasskey } from '../sign-in/passkeys.ts';

/** The field takes the place of the button that had the focus. */
const focusOnce = (field: HTMLElement | null) => field?.focus();

/**
 * A request that waits: approve it with a passkey, decline it with a reason, or withdraw one's own.
 */
export function ApprovalRequest({
  approval,
  isChosen,
  onChoose,
  onSend,
  onDecided,
}: {
  readonly approval: Approval;
  /** Whether it is chosen to be approved with others; undefined if it cannot be. */
  readonly isChosen: boolean | undefined;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onSend: () => void;
  readonly onDecided: (outcome: string) => Promise<void>;
}) {
  const { formatMoment } = useMoments();
  const { isSending, failure, errorOf, send } = useSend(onSend);
  const [reason, setReason] = useState<string>();
  const { id, what, isOwn, mayDecide, refusal } = approval;
  const approve = () =>
    send(async () => {
      const proof = await callApi('POST /approvals/:id/proof', { params: { id } });
      // The passkey signs what is approved. Without one, the server asks for a new sign-in.
      const body = proof.passkey ? { passkey: await provePasskey(proof.passkey) } : {};
      await callApi('POST /approvals/:id/approve', { params: { id }, body });
      await onDecided(`Approved: ${what}`);
    });
  const decline = () =>
    send(async () => {
      await callApi('POST /approvals/:id/decline', { params: { id }, body: { reason: reason ?? '' } });
      await onDecided(`Declined: ${what}`);
    });
  const withdraw = () =>
    send(async () => {
      await callApi('POST /approvals/:id/withdraw', { params: { id } });
      await onDecided(`Withdrawn: ${what}`);
    });
  return (
    <article className="panel" aria-labelledby={`approval-${id}`}>
      <h3 id={`approval-${id}`}>{what}</h3>
      <p className="soft">
        {isOwn ? 'You asked' : `${approval.askedBy} asked`} {formatMoment(approval.askedAt)}
      </p>
      {approval.reason !== '' && <p>{approval.reason}</p>}
      {approval.claim && <ClaimSummary claim={approval.claim} />}
      {approval.bulkJob !== null && (
        <p>
          <Link to={`/bulk/${approval.bulkJob}`}>See its claims</Link>
        </p>
      )}
      {isChosen !== undefined && (
        <label className="check">
          <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
          Approve together with others
        </label>
      )}
      {refusal !== null && <p className="soft">{refusal}</p>}
      <Failure error={failure} />
      {reason !== undefined && (
        <TextArea
          label="Why do you decline?"
          {...(approval.claim && { hint: `The claim goes back to ${approval.askedBy}, who sees this.` })}
          error={errorOf('reason')}
          ref={focusOnce}
          maxLength={1_000}
          value={reason}
          onChange={setReason}
        />
      )}
      <div className="actions">
        {isOwn && (
          <button type="button" className="button" disabled={isSending} onClick={() => void withdraw()}>
            Withdraw
          </button>
        )}
        {mayDecide && reason === undefined && (
          <>
            {refusal === null && (
              <button type="button" className="button button-main" disabled={isSending} onClick={() => void approve()}>
                Approve
              </button>
            )}
            <button type="button" className="button" disabled={isSending} onClick={() => setReason('')}>
              Decline …
            </button>
          </>
        )}
        {mayDecide && reason !== undefined && (
          <>
            <button type="button" className="button button-danger" disabled={isSending} onClick={() => void decline()}>
              Decline
            </button>
            <button type="button" className="button" disabled={isSending} onClick={() => setReason(undefined)}>
              Cancel
            </button>
          </>
        )}
        {!isOwn && !mayDecide && (
          <p className="soft">You cannot decide this: it is about your own account, or needs another role.</p>
        )}
      </div>
    </article>
  );
}

/** The claim of a decision, without personal data: its screen shows what the person may see. */
function ClaimSummary({ claim }: { readonly claim: NonNullable<Approval['claim']> }) {
  const { formName } = useNames();
  const { number, formId, amount, flags } = claim;
  return (
    <p>
      <Link to={`/claims/${number}`}>Open claim {number}</Link> <span className="soft">{formName(formId)}</span>
      {amount !== null && <span>{`, ${formatMoney(amount)} claimed`}</span>}{' '}
      {flags.map((flag) => (
        <span key={flag} className="tag tag-warn">
          {flagLabels[flag]}
        </span>
      ))}
    </p>
  );
}
