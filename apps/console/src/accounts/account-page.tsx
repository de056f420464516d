import type { Account } from '@redress/contract/console/account';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ShortcutsSwitch } from '../ui/shortcuts-switch.tsx';
import { useSend } from '../ui/use-send.ts';
import { goToProvider, oidcProblems } from '../sign-in/oidc.ts';
import { accountQuery } from './account-query.ts';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { describeRole } from './role-descriptions.ts';
import { SessionList } from './session-list.tsx';
import './staff.css';

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
              <Button disabled={isSending} onClick={() => remove(() => callApi('DELETE /account/oidc'))}>
                Remove the link
              </Button>
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
