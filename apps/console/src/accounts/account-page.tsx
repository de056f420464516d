import type { Account } from '@redress/contract/console/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ShortcutsSwitch } from '../ui/shortcuts-switch.tsx';
import { useSend } from '../ui/use-send.ts';
import { goToProvider, oidcProblems } from '../sign-in/oidc.ts';
import { accountQuery } from './account-query.ts';
import { PasskeySection } from './passkey-section.tsx';
import { describeRole } from './role-descriptions.ts';
import { SessionList } from './session-list.tsx';
import './staff.css';
import type { NewTotp } from '@redress/contract/console/sign-in';
import { useState } from 'react';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { PasswordSetup } from '../sign-in/password-setup.tsx';
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx';

/** The signed-in person's account: ways to sign in, sessions and shortcuts. */
export function Component() {
  const account = useQuery(accountQuery);
  const { person, roles, settlement } = useSession();
  const [outcome] = useSearchParams();
  const problem = outcome.get('oidc');
  return (
    <Page title="Your account">
      <p>
        {person.name}, {person.email}
        <br />
        {roles.map((each) => (
          <span key={`${each.role} ${each.caseId}`} className="tag">
            {describeRole(each, settlement.cases)}
          </span>
        ))}
      </p>
      {problem !== null && problem !== 'done' && <Failure>{oidcProblems[problem] ?? oidcProblems['failed']}</Failure>}
      <QueryState query={account}>{(data) => <AccountSections account={data} />}</QueryState>
    </Page>
  );
}

function AccountSections({ account }: { readonly account: Account }) {
  const { isSending, failure, send } = useSend();
  const remove = (call: () => Promise<unknown>) => send(call, accountQuery);
  const { methods, identity, sessions } = account;
  return (
    <>
      <Failure error={failure} />
      <PasskeySection account={account} />
      <PasswordSection account={account} />
      {(methods.oidc !== null || identity) && (
        <section className="panel" aria-labelledby="account-oidc">
          <h2 id="account-oidc">Identity provider</h2>
          {identity ? (
            <>
              <p>
                Linked to {identity.email === '' ? 'an account' : identity.email} at {identity.issuer}.
              </p>
              <ConfirmButton
                label="Remove the link"
                look="danger"
                disabled={isSending}
                question="Remove the link to the identity provider?"
                effect="You can’t sign in with it until you link it again."
                onConfirm={() => remove(() => callApi('DELETE /account/oidc'))}
              />
            </>
          ) : (
            <>
              <p>{`You can also sign in with ${methods.oidc}, once you have linked it here.`}</p>
              <Button disabled={isSending} onClick={() => send(() => goToProvider({ purpose: 'link' }))}>
                {`Link ${methods.oidc}`}
              </Button>
            </>
          )}
        </section>
      )}
      <section className="panel" aria-labelledby="account-sessions">
        <h2 id="account-sessions">Sessions</h2>
        <p className="soft">A session ends after 30 minutes without activity, and after 10 hours in any case.</p>
        <SessionList
          sessions={sessions}
          isSending={isSending}
          onEnd={(id) => void remove(() => callApi('DELETE /account/sessions/:id', { params: { id } }))}
        />
        {sessions.length > 1 && (
          <Button disabled={isSending} onClick={() => remove(() => callApi('DELETE /account/sessions'))}>
            End all others
          </Button>
        )}
      </section>
      <section className="panel" aria-labelledby="account-keys">
        <h2 id="account-keys">Keyboard</h2>
        <ShortcutsSwitch>Use single-key shortcuts, such as / for search (press ? to see them all)</ShortcutsSwitch>
      </section>
    </>
  );
}

/** The password with its authenticator app, and the recovery codes. */
function PasswordSection({ account: { password, recoveryCodesLeft } }: { readonly account: Account }) {
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
                <ConfirmButton
                  label="New recovery codes"
                  disabled={isSending}
                  question="Make new recovery codes?"
                  effect="Earlier codes no longer work."
                  onConfirm={renew}
                />
                <ConfirmButton
                  label="Remove"
                  look="danger"
                  disabled={isSending}
                  question="Remove the password and the app?"
                  effect="Neither they nor your recovery codes let you sign in any more."
                  onConfirm={remove}
                />
              </>
            )}
          </div>
        </>
      )}
    </section>
  );
}
