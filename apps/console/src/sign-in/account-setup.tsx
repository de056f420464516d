import type { NewAccount, SetupLink } from '@redress/contract/console/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { createPasskey } from './passkeys.ts';
import { useAttempt } from './use-attempt.ts';

/** The account that a link is for: name, e-mail address, and a way to sign in. */
export function AccountSetup({ link, token }: { readonly link: SetupLink; readonly token: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const id = useId();
  const [name, setName] = useState(link.name);
  const [email, setEmail] = useState(link.email);
  const [worksWithClaims, setWorksWithClaims] = useState(false);
  const { isRunning, failure, errors, run } = useAttempt();
  const account: NewAccount = { token, name, email, worksWithClaims };
  const finish = () => {
    queries.clear();
    void navigate('/', { replace: true });
  };
  const withPasskey = () =>
    run(async () => {
      const options = await callApi<Parameters<typeof createPasskey>[0]>('/setup/passkey-options', {
        method: 'POST',
        body: account,
      });
      const passkey = await createPasskey(options);
      await callApi('/setup/passkey', { method: 'POST', body: { ...account, passkeyName: 'Passkey', passkey } });
      finish();
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void withPasskey();
      }}
    >
      <p>
        {link.kind === 'first'
          ? `You are the first person here, and become the administrator of ${link.settlement}: you invite the others.`
          : `You were invited to work on ${link.settlement}.`}
      </p>
      <div className="field">
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          autoComplete="name"
          maxLength={200}
          value={name}
          aria-invalid={errors['name'] !== undefined}
          aria-describedby={`${id}-name-error`}
          onChange={(event) => setName(event.target.value)}
        />
        <p id={`${id}-name-error`} className="field-error">
          {errors['name']}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-email`}>E-mail address</label>
        <input
          id={`${id}-email`}
          type="email"
          autoComplete="username"
          maxLength={320}
          value={email}
          readOnly={link.kind !== 'first'}
          aria-invalid={errors['email'] !== undefined}
          aria-describedby={`${id}-email-error`}
          onChange={(event) => setEmail(event.target.value)}
        />
        <p id={`${id}-email-error`} className="field-error">
          {errors['email']}
        </p>
      </div>
      {link.kind === 'first' && (
        <label className="check">
          <input
            type="checkbox"
            checked={worksWithClaims}
            onChange={(event) => setWorksWithClaims(event.target.checked)}
          />
          <span>
            I also work with claims
            <span className="field-hint">
              {' '}
              An administrator sees neither claims nor money. With this, you are also a reviewer (see and check claims)
              and a supervisor (import class members, be the second person).
            </span>
          </span>
        </label>
      )}
      {failure !== undefined && (
        <div className="notice notice-bad" role="alert">
          {failure}
        </div>
      )}
      <button type="submit" className="button button-main" disabled={isRunning}>
        {isRunning ? 'Waiting for your passkey …' : 'Create a passkey'}
      </button>
    </form>
  );
}
