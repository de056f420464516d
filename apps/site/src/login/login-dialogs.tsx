import { useState } from 'react';
import type { LoginEnd } from './use-login-expiry.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { shortTime } from '../dates/format-date.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Ten minutes before a login ends: whether it should go on. Nothing typed is lost either way. */
export function LoginEndDialog(props: {
  readonly end: LoginEnd;
  readonly messages: FormMessages;
  /** Gives whether the server answered; then a new login stands, and the question is gone. */
  readonly onStay: () => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const { end, messages, onClose } = props;
  const labels = messages.loginEnd;
  const [failed, setFailed] = useState(false);
  const hasEnded = end.stage === 'ended';
  const stay = async () => {
    setFailed(false);
    if (!(await props.onStay())) setFailed(true);
  };
  return (
    <Dialog title={hasEnded ? labels.ended : labels.question} onClose={onClose}>
      {hasEnded ? (
        <p role="alert">{labels.after}</p>
      ) : (
        <>
          {end.at && <p>{labels.near(shortTime(end.at, messages.language))}</p>}
          <p>{labels.nothingLost}</p>
        </>
      )}
      {failed && !hasEnded && <p role="alert">{messages.login.offline}</p>}
      <div className="form-end">
        {/* One button with two names: when the login ends meanwhile, it keeps the focus. */}
        <button type="button" className="button" onClick={() => (hasEnded ? onClose() : void stay())}>
          {hasEnded ? messages.filing.back : labels.stay}
        </button>
        {!hasEnded && (
          <button type="button" className="button quiet" onClick={onClose}>
            {labels.letEnd}
          </button>
        )}
      </div>
    </Dialog>
  );
}
