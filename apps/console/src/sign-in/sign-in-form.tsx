import type { SignedIn, SignInMethods } from '@redress/contract/console/sign-in';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { provePasskey } from './passkeys.ts';
import { useAttempt } from './use-attempt.ts';

const methodsQuery = {
  queryKey: ['sign-in', 'methods'],
  queryFn: () => callApi<SignInMethods>('/sign-in'),
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** The ways to sign in, on the sign-in page and in the dialog over a screen. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: (person: SignedIn) => void }) {
  const methods = useQuery(methodsQuery);
  const { isRunning, failure, run } = useAttempt();
  const withPasskey = () =>
    run(async () => {
      const options = await callApi<Parameters<typeof provePasskey>[0]>('/sign-in/passkey-options', { method: 'POST' });
      const passkey = await provePasskey(options);
      onSignedIn(await callApi<SignedIn>('/sign-in/passkey', { method: 'POST', body: { passkey } }));
    });
  return (
    <div className="sign-in">
      {failure !== undefined && (
        <div className="notice notice-bad" role="alert">
          {failure}
        </div>
      )}
      {methods.data?.passkeys !== false && (
        <button type="button" className="button button-main" disabled={isRunning} onClick={() => void withPasskey()}>
          {isRunning ? 'Waiting for your passkey …' : 'Sign in with a passkey'}
        </button>
      )}
    </div>
  );
}
