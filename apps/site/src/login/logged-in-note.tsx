import { type ReactNode, useEffect, useState } from 'react';
import { getSession } from '../browser/api-client.ts';
import { LogOutButton } from '../shared-computer/log-out-button.tsx';

/** Shows who is logged in on this computer, with a way to log out. */
export function LoggedInNote(props: {
  /** The log-out page. */
  readonly path: string;
  readonly messages: { readonly loggedIn: (name: string) => string; readonly logOut: string };
  /**
   * Whether only logged-in people get this page, so that it can offer to log out without script.
   */
  readonly isAfterLogin?: boolean;
  /** Instructions for logged-in people. */
  readonly children?: ReactNode;
}) {
  const { path, messages, isAfterLogin, children } = props;
  const name = useLoginName();
  if (typeof name !== 'string') {
    if (name === null || !isAfterLogin) return null;
    return (
      <div className="without-script">
        <LogOutButton path={path} label={messages.logOut} />
      </div>
    );
  }
  return (
    <div className="note logged-in">
      <p>{messages.loggedIn(name)}</p>
      {children}
      <LogOutButton path={path} label={messages.logOut} />
    </div>
  );
}

/**
 * The masked name of the logged-in class member, null without a login, and undefined until the
 * server has responded.
 */
export function useLoginName(): string | null | undefined {
  const [name, setName] = useState<string | null>();
  useEffect(() => {
    const refresh = async () => {
      const result = await getSession();
      if (result.ok) setName(result.data.login?.name ?? null);
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh();
    };
    void refresh();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  return name;
}
