import type { SignedIn } from '@redress/contract/console/sign-in';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { apiQuery, callApi } from '../api/api-client.ts';
import { readPasswordEmail } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { useSend } from '../ui/use-send.ts';
import { goToProvider, openProviderWindow, whenWindowSignsIn } from './oidc.ts';
import { provePasskey } from './passkeys.ts';
import { sendSignIn } from './solve-work.ts';
import './sign-in.css';

export const methodsQuery = {
  ...apiQuery(['sign-in', 'methods'], 'GET /sign-in'),
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** The ways to sign in, on the sign-in page and in the dialog over a screen. */
export function SignInForm({
  onSignedIn,
  next,
}: {
  readonly onSignedIn: (person: SignedIn) => void;
  /** The next screen. Absent in the dialog, whose screen stays. */
  readonly next?: string;
}) {
  const { data: methods } = useQuery(methodsQuery);
  const { isSending, failure, send } = useSend();
  const [isWorking, setWorking] = useState(false);
  const [isInWindow, setInWindow] = useState(false);
  const [email] = useState(readPasswordEmail);
  /** Signing in again begins with the way that the person used before. */
  const isPasswordFirst = email !== '';
  const [isByPassword, setByPassword] = useState(isPasswordFirst);
  const withPasskey = () =>
    send(async () => {
      const options = await callApi('POST /sign-in/passkey-options');
      const passkey = await provePasskey(options);
      const signedIn = await sendSignIn(
        (headers) => callApi('POST /sign-in/passkey', { body: { passkey }, headers, isAsking: false }),
        () => setWorking(true),
      );
      onSignedIn(signedIn);
    }).finally(() => setWorking(false));
  const withPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const read = (name: string) => {
      const value = entered.get(name);
      return typeof value === 'string' ? value : '';
    };
    const body = { email: read('email'), password: read('password'), code: read('code') };
    void send(async () => {
      const signedIn = await sendSignIn(
        (headers) => callApi('POST /sign-in/password', { body, headers, isAsking: false }),
        () => setWorking(true),
      );
      onSignedIn(signedIn);
    }).finally(() => setWorking(false));
  };
  const withProvider = () =>
    send(async () => {
      if (next !== undefined) return goToProvider({ purpose: 'sign-in', next });
      await openProviderWindow();
      setInWindow(true);
    });
  // The buttons stay enabled, because the page cannot tell whether the window is still open.
  const windowSignedIn = useEffectEvent(() =>
    send(async () => {
      const { person } = await callApi('GET /session', { isAsking: false });
      onSignedIn({ personId: person.id });
    }),
  );
  useEffect(() => (isInWindow ? whenWindowSignsIn(() => void windowSignedIn()) : undefined), [isInWindow]);
  const hasNoPasskeys = methods?.passkeys === false;
  const passwordForm = (
    <form onSubmit={withPassword}>
      <Field label="Email address">
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            required
            maxLength={320}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => (
          <input
            {...control}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
          />
        )}
      </Field>
      <Field label="Code" hint="Six digits from your authenticator app, or a recovery code">
        {(control) => (
          <input {...control} name="code" autoComplete="one-time-code" required maxLength={40} spellCheck={false} />
        )}
      </Field>
      <Button type="submit" look={isPasswordFirst ? 'main' : 'plain'} disabled={isSending}>
        {isSending ? 'Signing in …' : 'Sign in with password'}
      </Button>
    </form>
  );
  return (
    <div className="sign-in">
      {failure && (
        <Failure>
          <p>{failure.message}</p>
          {failure.code === 'sign-in-failed' && (isByPassword || hasNoPasskeys) && (
            <p>
              If everything is correct, the password may be locked after too many wrong codes. Signing in another way
              unlocks it. If you have no other way, ask the operator of this website for a new link.
            </p>
          )}
        </Failure>
      )}
      <p role="status" className="sign-in-work">
        {isWorking
          ? 'Many recent sign-ins failed, so your browser is solving a small task first …'
          : isInWindow && 'Continue in the window that opened. If you closed it, sign in here.'}
      </p>
      {isPasswordFirst && passwordForm}
      {hasNoPasskeys ? (
        <p className="soft">Passkeys need a domain name. They don’t work at a numeric address such as 127.0.0.1.</p>
      ) : (
        <Button look={isPasswordFirst ? 'plain' : 'main'} disabled={isSending} onClick={withPasskey}>
          Sign in with a passkey
        </Button>
      )}
      {typeof methods?.oidc === 'string' && (
        <Button disabled={isSending} onClick={withProvider}>
          Sign in with {methods.oidc}
        </Button>
      )}
      {!isPasswordFirst &&
        (isByPassword || hasNoPasskeys ? (
          passwordForm
        ) : (
          <Button look="link" onClick={() => setByPassword(true)}>
            Use a password instead
          </Button>
        ))}
    </div>
  );
}
