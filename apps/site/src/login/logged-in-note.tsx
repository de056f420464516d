import type { Login } from '@redress/contract/session';
import { type ReactNode, useEffect, useState } from 'react';
import { getSession } from '../browser/api-client.ts';
import { LogOutButton } from '../shared-computer/log-out-button.tsx';

/** Shows who is logged in on this computer, with a way to log out. */
export function LoggedInNote(props: {
  /** The log-out page. */
  readonly path: string;
  readonly messages: { readonly loggedIn: (name: string) => string; readonly logOut: string };
  /**
   * Whether only logged-in people get this page, so that it can offer to log out without
   * JavaScript.
   */
  readonly isAfterLogin?: boolean;
  /** Instructions for logged-in people. */
  readonly children?: ReactNode;
}) {
  const { path, messages, isAfterLogin, children } = props;
  const login = useLogin();
  if (!login) {
    if (login === null || !isAfterLogin) return null;
    return (
      <div className="without-script">
        <LogOutButton path={path} label={messages.logOut} />
      </div>
    );
  }
  return (
    <div className="note logged-in">
      <p>{messages.loggedIn(login.name)}</p>
      {children}
      <LogOutButton path={path} label={messages.logOut} />
    </div>
  );
}

/** The logged-in class member, null without a login, and undefined until the server has responded. */
export function useLogin(): Login | null | undefined {
  const [login, setLogin] = useState<Login | null>();
  useEffect(() => {
    const refresh = async () => {
      const result = await getSession();
      if (result.ok) setLogin(result.data.login);
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh();
    };
    void refresh();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  return login;
}
