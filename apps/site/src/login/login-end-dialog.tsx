import { useState } from 'react';
import type { LoginEnd } from './use-login-end.ts';
import type { Texts } from '../messages/en.ts';
import { shortTime } from '../dates/format-date.ts';
import { Dialog } from '../form/dialog.tsx';

/** Ten minutes before a login ends: whether it should go on. Nothing typed is lost either way. */
export function LoginEndDialog(props: {
  readonly end: LoginEnd;
  readonly texts: Texts;
  /** Gives whether the server answered; then a new login stands, and the question is gone. */
  readonly onStay: () => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const { end, texts, onClose } = props;
  const words = texts.loginEnd;
  const [failed, setFailed] = useState(false);
  const hasEnded = end.stage === 'ended';
  const stay = async () => {
    setFailed(false);
    if (!(await props.onStay())) setFailed(true);
  };
  return (
    <Dialog title={hasEnded ? words.ended : words.question} onClose={onClose}>
      {hasEnded ? (
        <p role="alert">{words.after}</p>
      ) : (
        <>
          {end.at && <p>{words.near(shortTime(end.at, texts.language))}</p>}
          <p>{words.nothingLost}</p>
        </>
      )}
      {failed && !hasEnded && <p role="alert">{texts.login.offline}</p>}
      <div className="form-end">
        {/* One button with two names: when the login ends meanwhile, it keeps the focus. */}
        <button type="button" className="button" onClick={() => (hasEnded ? onClose() : void stay())}>
          {hasEnded ? texts.filing.back : words.stay}
        </button>
        {!hasEnded && (
          <button type="button" className="button quiet" onClick={onClose}>
            {words.letEnd}
          </button>
        )}
      </div>
    </Dialog>
  );
}
