import type { Account } from '@redress/contract/console/account';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { useMoments } from '../ui/moments.ts';
import { SendForm } from '../ui/send-form.tsx';
import { TextInput, useField } from '../ui/text-field.tsx';
import { useSend } from '../ui/use-send.ts';
import { createPasskey } from '../sign-in/passkeys.ts';
import { accountQuery } from './account-query.ts';

/** The field comes before the button that opened it. */
const focusOnce = (field: HTMLElement | null) => field?.focus();

/** Adds, renames and removes the account's passkeys. */
export function PasskeySection({ account: { passkeys, methods } }: { readonly account: Account }) {
  const { formatDay } = useMoments();
  const { isSending, failure, send } = useSend();
  const name = useField();
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly name: string }>();
  const add = () =>
    send(async () => {
      const options = await callApi('POST /account/passkey-options');
      const passkey = await createPasskey(options);
      await callApi('POST /account/passkeys', { body: { name: name.value.trim() || 'Passkey', passkey } });
      name.onChange('');
    }, accountQuery);
  const rename = (event: FormEvent) => {
    event.preventDefault();
    const opener = event.currentTarget.nextElementSibling?.querySelector('button');
    void send(async () => {
      if (renamed)
        await callApi('PUT /account/passkeys/:id', {
          params: { id: renamed.id },
          body: { name: renamed.name || 'Passkey' },
        });
      flushSync(() => setRenamed(undefined));
      opener?.focus();
    }, accountQuery);
  };
  const remove = (id: string) => send(() => callApi('DELETE /account/passkeys/:id', { params: { id } }), accountQuery);
  return (
    <section className="panel" aria-labelledby="account-passkeys">
      <h2 id="account-passkeys">Passkeys</h2>
      {passkeys.length === 1 && (
        <p>
          Add a second one on another device, such as a security key, so you can still sign in if you lose this one.
        </p>
      )}
      <Failure error={failure} />
      <ul className="plain-list method-list">
        {passkeys.map(({ id, name: current, createdAt, lastUsedAt, isSynchronized }) => (
          <li key={id}>
            {renamed?.id === id ? (
              <form onSubmit={rename} className="actions">
                <input
                  ref={focusOnce}
                  aria-label={`New name for ${current}`}
                  maxLength={100}
                  value={renamed.name}
                  onChange={(event) => setRenamed({ id, name: event.target.value })}
                />
                <Button type="submit" disabled={isSending}>
                  Save
                </Button>
              </form>
            ) : (
              <span>
                {current} {isSynchronized && <span className="tag">on several devices</span>}
                <br />
                <span className="soft">
                  Added {formatDay(createdAt)},{' '}
                  {lastUsedAt === null ? 'never used' : `last used ${formatDay(lastUsedAt)}`}
                </span>
              </span>
            )}
            <span className="actions">
              <Button onClick={() => setRenamed({ id, name: current })}>
                Rename <span className="visually-hidden">{current}</span>
              </Button>
              <Button look="danger" disabled={isSending} onClick={() => remove(id)}>
                Remove <span className="visually-hidden">{current}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {methods.passkeys ? (
        <SendForm sending={{ isSending }} onSubmit={add} button="Add a passkey" buttonLook="plain">
          <TextInput label="Name of a new passkey" hint="For example, “Office laptop”" maxLength={100} {...name} />
        </SendForm>
      ) : (
        <p className="soft">Passkeys need a domain name. They don’t work at a numeric address such as 127.0.0.1.</p>
      )}
    </section>
  );
}
