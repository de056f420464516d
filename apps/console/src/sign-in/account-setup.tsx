import type { NewAccount, NewTotp, SetupLink } from '@redress/contract/console/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Checkbox } from '../ui/choices.tsx';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { TextInput } from '../ui/text-field.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { goToProvider } from './oidc.ts';
import { createPasskey } from './passkeys.ts';
import { PasswordSetup } from './password-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import './sign-in.css';

/**
 * Completes the account that a setup link belongs to: name, email address, and a way to sign in.
 */
export function AccountSetup({ link, token }: { readonly link: SetupLink; readonly token: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [worksWithClaims, setWorksWithClaims] = useState(false);
  const [totp, setTotp] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { isSending, failure, errorOf, send } = useSend();
  const { values, field } = useFields({ name: link.name, email: link.email }, errorOf);
  const account: NewAccount = { token, ...values, worksWithClaims };
  const finish = () => {
    queries.clear();
    void navigate('/', { replace: true });
  };
  const withPasskey = () =>
    send(async () => {
      const options = await callApi('POST /setup/passkey-options', { body: account });
      const passkey = await createPasskey(options);
      await callApi('POST /setup/passkey', { body: { ...account, passkeyName: 'Passkey', passkey } });
      finish();
    });
  const withPassword = () => send(async () => setTotp(await callApi('POST /setup/totp', { body: account })));
  if (codes) return <RecoveryCodes codes={codes} onKept={finish} />;
  const { passkeys, oidc } = link.methods;
  return (
    <>
      <p>{introductions[link.kind](link)}</p>
      <TextInput
        label="Name"
        autoComplete="name"
        maxLength={200}
        readOnly={link.kind === 'recovery' || totp !== undefined}
        {...field('name')}
      />
      <TextInput
        label="Email address"
        type="email"
        autoComplete="username"
        maxLength={320}
        readOnly={link.kind !== 'first' || totp !== undefined}
        {...field('email')}
      />
      {link.kind === 'first' && (
        <>
          <Checkbox
            label="I also review claims"
            checked={worksWithClaims}
            aria-describedby="works-with-claims"
            onChange={setWorksWithClaims}
          />
          <p id="works-with-claims" className="soft">
            Makes you a reviewer and supervisor, too, so you can decide claims and import class members. An
            administrator alone invites staff and reviews logs, but can’t see claims or amounts.
          </p>
        </>
      )}
      <Failure error={failure} />
      {totp ? (
        <PasswordSetup
          totp={totp}
          label="Set up the account"
          onSubmit={async (password) => {
            const body = { ...account, ...password };
            setCodes((await callApi('POST /setup/password', { body })).codes);
          }}
        />
      ) : (
        <div className="setup-choices">
          {passkeys && (
            <>
              <Button look="main" disabled={isSending} onClick={withPasskey}>
                Create a passkey
              </Button>
              <p className="field-hint">
                Recommended. You sign in with your fingerprint, face, PIN or security key, so there is no password to
                steal.
              </p>
            </>
          )}
          {oidc !== null && (
            <Button disabled={isSending} onClick={() => send(() => goToProvider({ purpose: 'setup', account }))}>
              Use {oidc}
            </Button>
          )}
          <Button look="link" disabled={isSending} onClick={withPassword}>
            Use a password and an authenticator app
          </Button>
        </div>
      )}
    </>
  );
}

const introductions: Readonly<Record<SetupLink['kind'], (link: SetupLink) => string>> = {
  first: ({ settlement }) =>
    `You’re the first person here, so you’ll be the administrator of ${settlement} and can invite others.`,
  invitation: ({ settlement }) => `You were invited to work on ${settlement}.`,
  recovery: ({ name }) => `${name}, this replaces every way to sign in to your account and ends all of its sessions.`,
};
