import type { ClaimReceipt } from '@redress/contract/session';
import { useEffect, useState } from 'react';
import type { RetryStatus } from '../browser/retry.ts';
import { mediumDate } from '../dates/format-date.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The same form was submitted before, with other answers: keep that claim or file another? */
export function ConflictDialog(props: {
  readonly claim: ClaimReceipt;
  readonly prefix: string;
  readonly messages: FormMessages;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onNewClaim: () => void;
}) {
  const { messages, claim } = props;
  return (
    <Dialog title={messages.filing.conflictHeading}>
      <p>{messages.filing.conflict}</p>
      <p className="reference">{props.prefix + claim.claimNumber}</p>
      <p>{messages.filing.filed(mediumDate(claim.dateCreated, props.timeZone, messages.language))}</p>
      <div className="form-end">
        <button type="button" className="button" onClick={props.onKeep}>
          {messages.filing.keep}
        </button>
        <button type="button" className="button quiet" onClick={props.onNewClaim}>
          {messages.filing.another}
        </button>
      </div>
    </Dialog>
  );
}

/** Why the claim cannot be submitted now. Screen readers hear the reason, not the countdown. */
export function RetryDialog(props: { readonly status: RetryStatus; readonly messages: UploadMessages }) {
  const { reason, next, retryNow, stop } = props.status;
  const messages = props.messages.submitRetry;
  const seconds = useSecondsUntil(next);
  const isTrying = next === undefined && reason !== 'offline';
  return (
    <Dialog title={messages.heading[reason]} onClose={stop}>
      <p role="status">{messages.explanation[reason]}</p>
      {/* Always rendered, to avoid a layout shift. */}
      <p className="hint">{isTrying ? messages.trying : seconds === undefined ? '\u00a0' : messages.next(seconds)}</p>
      <div className="form-end">
        <button type="button" className="button" aria-disabled={isTrying} onClick={retryNow}>
          {messages.now}
        </button>
        <button type="button" className="button quiet" onClick={stop}>
          {messages.stop}
        </button>
      </div>
    </Dialog>
  );
}

/** Counts down to a time in whole seconds; at least one. */
function useSecondsUntil(time: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (time === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? undefined : Math.max(1, Math.ceil((time - now) / 1_000));
}
