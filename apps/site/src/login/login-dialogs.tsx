import type { CredentialsAnswer } from '@redress/contract/session';
import type { LoginPageMessages } from '@redress/contract/settlement';
import type { Form } from '@redress/forms/definition';
import { useState } from 'react';
import { shortTime } from '../dates/format-date.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LoginForm } from './login-form.tsx';
import type { LoginExpiryDialogProps } from './login-status.tsx';

export function LoginDialog(props: {
  readonly form: Form;
  readonly pageMessages: LoginPageMessages;
  readonly messages: FormMessages;
  /** Whether a previous login expired. */
  readonly again: boolean;
  readonly onLogin: (answer: CredentialsAnswer) => void;
  readonly onClose: () => void;
}) {
  const { messages } = props;
  const filing = filingMessages[messages.language];
  return (
    <Dialog title={props.form.title} onClose={props.onClose}>
      <p>{props.again ? filing.loginAgain : messages.filing.loginFirst}</p>
      <LoginForm form={props.form} pageMessages={props.pageMessages} messages={messages} onLogin={props.onLogin} />
      <button type="button" className="button quiet" onClick={props.onClose}>
        {filing.back}
      </button>
    </Dialog>
  );
}

/** Stays above the form after a login has expired. */
export function LoginExpired({ messages }: { readonly messages: FormMessages }) {
  const { expired, afterExpiry } = filingMessages[messages.language].loginExpiry;
  return (
    <p className="note bad" role="alert">
      {`${expired}. ${afterExpiry}`}
    </p>
  );
}

/** Offers to extend a login that is about to expire. */
export function LoginExpiryDialog({ expiry, messages, onStay, onClose }: LoginExpiryDialogProps) {
  const { back, loginExpiry: labels } = filingMessages[messages.language];
  const [failed, setFailed] = useState(false);
  const hasExpired = expiry.stage === 'expired';
  const stay = async () => {
    setFailed(false);
    if (!(await onStay())) setFailed(true);
  };
  return (
    <Dialog title={hasExpired ? labels.expired : labels.question} onClose={onClose}>
      {hasExpired ? (
        <p role="alert">{labels.afterExpiry}</p>
      ) : (
        <>
          {expiry.at && <p>{labels.expiresAt(shortTime(expiry.at, messages.language))}</p>}
          <p>{labels.nothingLost}</p>
          {failed && <p role="alert">{loginMessages[messages.language].offline}</p>}
        </>
      )}
      <div className="form-end">
        {/* The same button before and after the expiry, so that it keeps the focus. */}
        <button type="button" className="button" onClick={() => (hasExpired ? onClose() : void stay())}>
          {hasExpired ? back : labels.stay}
        </button>
        {!hasExpired && (
          <button type="button" className="button quiet" onClick={onClose}>
            {labels.letExpire}
          </button>
        )}
      </div>
    </Dialog>
  );
}
