import type { ActiveLogin, Login } from '@redress/contract/session';
import { type ComponentType, useEffect, useState } from 'react';
import type { FormMessages } from '../messages/form-en.ts';
import { LogOutButton } from '../shared-computer/log-out-button.tsx';

const warningMs = 10 * 60_000;
/** Typing extends the login, at most this often. */
const renewalMs = 5 * 60_000;

export interface LoginExpiry {
  readonly stage: 'active' | 'expiring' | 'expired';
  /** Whether to show the dialog: from `expiring` on, until the claimant answers. */
  readonly isAsking: boolean;
  /** By the device's clock. */
  readonly at: Date | undefined;
}
const active: LoginExpiry = { stage: 'active', isAsking: false, at: undefined };

export interface LoginExpiryDialogProps {
  readonly expiry: LoginExpiry;
  readonly messages: FormMessages;
  /** Extends the login. Returns false if the server does not respond. */
  readonly onStay: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** Shows who is logged in, and offers to extend the login before it expires. */
export function LoginStatus(props: {
  /** Undefined until the server has responded, null without a login. */
  readonly login: Login | ActiveLogin | null | undefined;
  readonly messages: FormMessages;
  /** Where to log in; undefined if the form itself asks for the IDs. */
  readonly loginPath: string | undefined;
  readonly expiry: LoginExpiry & { readonly dismiss: () => void };
  readonly refresh: () => Promise<boolean>;
  readonly logOutPath: string;
  /** Undefined until loaded, and while another dialog may be open. */
  readonly Dialog: ComponentType<LoginExpiryDialogProps> | undefined;
}) {
  const { login, messages, loginPath, expiry, refresh, logOutPath, Dialog } = props;
  return (
    <div className="login-status">
      {login && expiry.stage === 'expired' && (
        <p className="note bad" role="alert">
          {messages.loginExpiry.expired}. {messages.loginExpiry.afterExpiry}
        </p>
      )}
      {login && expiry.stage !== 'expired' && (
        <div className="hint">
          {messages.filing.loggedIn(login.name, login.noticeId)}{' '}
          <LogOutButton path={logOutPath} label={messages.logOut} />
        </div>
      )}
      {/* The page is built before anybody logs in. */}
      {login === undefined && (
        <div className="without-script">
          <LogOutButton path={logOutPath} label={messages.logOut} />
        </div>
      )}
      {login === null && loginPath !== undefined && (
        <p className="note bad">
          <a href={loginPath}>{messages.filing.loginFirst}</a>
        </p>
      )}
      {expiry.isAsking && Dialog && (
        <Dialog expiry={expiry} messages={messages} onStay={refresh} onClose={expiry.dismiss} />
      )}
    </div>
  );
}

/** Watches when the login expires; each session response passes a new `login`. */
export function useLoginExpiry(login: Login | ActiveLogin | null | undefined, renew: () => Promise<boolean>) {
  const [expiry, setExpiry] = useState(active);
  useEffect(() => {
    setExpiry(active);
    if (!login || !('secondsLeft' in login)) return;
    let renewedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expiresAt = renewedAt + login.secondsLeft * 1_000;
    const update = () => {
      clearTimeout(timer);
      const left = expiresAt - Date.now();
      const at = new Date(expiresAt);
      if (left <= 0) return setExpiry(({ isAsking }) => ({ stage: 'expired', isAsking, at }));
      if (left <= warningMs)
        setExpiry(({ stage, isAsking }) => ({ stage: 'expiring', isAsking: stage === 'active' || isAsking, at }));
      timer = setTimeout(update, left > warningMs ? left - warningMs : left);
    };
    const onInput = () => {
      const now = Date.now();
      if (now >= expiresAt || now - renewedAt < renewalMs) return;
      renewedAt = now;
      void renew();
    };
    update();
    // Timers do not run while a device sleeps.
    document.addEventListener('visibilitychange', update);
    // `input`, not the store's changes: a blur normalizes a field without anyone typing.
    document.addEventListener('input', onInput);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
      document.removeEventListener('input', onInput);
    };
  }, [login, renew]);
  return { ...expiry, dismiss: () => setExpiry((before) => ({ ...before, isAsking: false })) };
}
