import type { Account } from '@redress/contract/console/account';
import type { NewTotp } from '@redress/contract/console/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { useSend } from '../ui/use-send.ts';
import { PasswordSetup } from '../sign-in/password-setup.tsx';
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx';
import { accountQuery } from './account-query.ts';

/** The password with its authenticator app, and the recovery codes. */
export function PasswordSection({ account: { password, recoveryCodesLeft } }: { readonly account: Account }) {
  const queries = useQueryClient();
  const { formatDay, formatMoment } = useMoments();
  const { isSending, failure, send } = useSend();
  const [totp, setTotp] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = () => send(async () => setTotp(await callApi('POST /account/totp')));
  const remove = () => send(() => callApi('DELETE /account/password'), accountQuery);
  const renew = () => send(async () => setCodes((await callApi('POST /account/recovery-codes')).codes), accountQuery);
  return (
    <section className="panel" aria-labelledby="account-password">
      <h2 id="account-password">Password and authenticator app</h2>
      <Failure error={failure} />
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : totp ? (
        <PasswordSetup
          totp={totp}
          label="Save the password"
          onSubmit={async (entered) => {
            setCodes((await callApi('PUT /account/password', { body: entered })).codes);
            setTotp(undefined);
            await queries.invalidateQueries({ queryKey: accountQuery.queryKey });
          }}
        />
      ) : (
        <>
          <p>
            {password
              ? `Set ${formatDay(password.createdAt)}. ${formatCounted(recoveryCodesLeft, 'recovery code is', 'recovery codes are')} left.`
              : 'You have no password. Passkeys are safer; use a password only on a device without passkeys.'}
          </p>
          {typeof password?.lockedAt === 'string' && (
            <p className="notice notice-warn">
              Someone else may know your password. It was entered with too many wrong codes and was locked on{' '}
              {formatMoment(password.lockedAt)}. Signing in unlocked it. Set a new password now.
            </p>
          )}
          <div className="actions">
            <Button disabled={isSending} onClick={begin}>
              {password ? 'Change password and app' : 'Set a password'}
            </Button>
            {password && (
              <>
                <Button disabled={isSending} onClick={renew}>
                  New recovery codes
                </Button>
                <Button look="danger" disabled={isSending} onClick={remove}>
                  Remove
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </section>
  );
}
