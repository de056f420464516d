import type { ActiveLogin, Login } from '@redress/contract/session';
import type { ComponentType } from 'react';
import type { FormMessages } from '../messages/form-en.ts';
import { LogOutButton } from '../shared-computer/log-out-button.tsx';
import type { LoginExpiry } from './login-expiry.ts';

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
  /** The page to log in on; undefined if the form itself asks for the IDs. */
  readonly loginPath: string | undefined;
  readonly expiry: LoginExpiry & { readonly dismiss: () => void };
  readonly refresh: () => Promise<boolean>;
  readonly logOutPath: string;
  /** Undefined until loaded, and while another dialog may be open. */
  readonly Dialog: ComponentType<LoginExpiryDialogProps> | undefined;
  /** Undefined until loaded. */
  readonly Expired: ComponentType<Pick<LoginExpiryDialogProps, 'messages'>> | undefined;
}) {
  const { login, messages, loginPath, expiry, refresh, logOutPath, Dialog, Expired } = props;
  return (
    <div className="login-status">
      {login && expiry.stage === 'expired' && Expired && <Expired messages={messages} />}
      {login && expiry.stage !== 'expired' && (
        <div className="hint">
          <span>{messages.filing.loggedIn(login.name, login.noticeId)}</span>{' '}
          <LogOutButton path={logOutPath} label={messages.logOut} />
        </div>
      )}
      {/* The page is built before any login. */}
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
