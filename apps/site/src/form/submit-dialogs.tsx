import { useEffect, useState } from 'react';
import type { Waiting } from '../browser/retry.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { Dialog } from '../ui/dialog.tsx';

/**
 * The claim does not get through just now: that it is safe, when it is tried again, and what can be done. Screen readers hear why, once, and again
 * only when that changes; the seconds stand there to be looked at.
 */
export function WaitingDialog(props: { readonly waiting: Waiting; readonly messages: UploadMessages }) {
  const { reason, next, tryNow, stop } = props.waiting;
  const messages = props.messages.notThrough;
  const seconds = useSecondsUntil(next);
  const isTrying = next === undefined && reason !== 'offline';
  return (
    <Dialog title={messages.heading[reason]} onClose={stop}>
      <p role="status">{messages.explanation[reason]}</p>
      {/* Always there, so that nothing jumps. */}
      <p className="hint">{isTrying ? messages.trying : seconds === undefined ? '\u00a0' : messages.next(seconds)}</p>
      <div className="form-end">
        <button type="button" className="button" aria-disabled={isTrying} onClick={tryNow}>
          {messages.now}
        </button>
        <button type="button" className="button quiet" onClick={stop}>
          {messages.stop}
        </button>
      </div>
    </Dialog>
  );
}

/** Counts down to a moment, in whole seconds; no less than one. */
function useSecondsUntil(moment: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (moment === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment === undefined ? undefined : Math.max(1, Math.ceil((moment - now) / 1_000));
}
