import { addressSources, type AddressSource } from '@redress/contract/console/mailing-address';
import type { Member } from '@redress/contract/console/members';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/choices.tsx';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { claimsWithAddress, MovedClaims, nameClaims, useMovedClaims } from './claim-mail.tsx';
import { formatAddress } from './format-address.ts';
import { sourceNames } from './member-labels.ts';
import { memberQuery } from './member-queries.ts';

const lines = [
  { name: 'street', label: 'Street address' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'zip', label: 'ZIP code' },
] as const;
const focusOnce = (element: HTMLElement | null) => element?.focus();
/** Changes with the addresses of the class member and of the claims. */
const versionOf = ({ version, claims }: Member) => [version, ...claims.map(({ mail }) => mail?.version)].join(' ');
const empty = { street: '', city: '', state: '', zip: '', reason: '' };

export interface AddressProps {
  readonly member: Member;
  readonly onSend: () => void;
  /** Called with an announcement of the result. */
  readonly onDone: (message: string) => void;
}

/** Adds an address, or requests a change. Typed text stays until the server has accepted it. */
export function AddressForm({ member, onSend, onDone }: AddressProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isAbroad, setAbroad] = useState(false);
  const [source, setSource] = useState<AddressSource | ''>('');
  const [openedAt, setOpenedAt] = useState(versionOf(member));
  const opener = useRef<HTMLButtonElement>(null);
  const moved = useMovedClaims(member);
  const { isSending, failure, errorOf, send } = useSend();
  const { values, setValues, field, problemOf, checkComplete } = useFields(empty, errorOf);
  const action = member.mayCorrect ? 'Correct the address' : 'Request an address change';
  const { queryKey } = memberQuery(member.noticeId);

  async function submit(): Promise<void> {
    onSend();
    if (!checkComplete(source === '' ? { source: 'Choose where the address comes from.' } : {}) || source === '')
      return;
    let isCurrent = false;
    const isDone = await send(async () => {
      const changed = await callApi('POST /members/:noticeId/addresses', {
        params: { noticeId: member.noticeId },
        headers: { 'if-match': `"${member.version}"` },
        body: {
          ...values,
          source,
          ...(isAbroad && { abroad: true }),
          ...(member.mayCorrect && { claims: moved.claims }),
        },
      });
      queries.setQueryData(queryKey, changed);
      isCurrent = changed.addresses[0]?.decision !== undefined;
    });
    if (!isDone) return queries.invalidateQueries({ queryKey });
    setValues(empty);
    setAbroad(false);
    setSource('');
    setOpen(false);
    onDone(isCurrent ? `Address saved. ${moved.result}` : 'The address is awaiting approval.');
  }

  if (!isOpen)
    return (
      <Button
        ref={opener}
        onClick={() => {
          setOpenedAt(versionOf(member));
          setOpen(true);
        }}
      >
        {action}
      </Button>
    );
  const own = claimsWithAddress(member);
  const isChanged = versionOf(member) !== openedAt;
  return (
    <SendForm
      className="narrow member-address-form"
      noValidate
      sending={{ isSending, failure: failure?.code === 'changed-meanwhile' ? undefined : failure }}
      onSubmit={submit}
      button={member.mayCorrect ? 'Save the address' : 'Send request'}
      busy="Saving …"
      beside={
        <Button
          look="quiet"
          onClick={() => {
            flushSync(() => setOpen(false));
            opener.current?.focus();
          }}
        >
          Cancel
        </Button>
      }
    >
      {/* The button that opened the form is gone. */}
      <h3 tabIndex={-1} ref={focusOnce}>
        {action}
      </h3>
      {!member.mayCorrect && (
        <p>
          <span>It takes effect when a reviewer confirms it.</span>
          {own.length > 0 && <span>{` Letters about ${nameClaims(own)} go there only if the reviewer says so.`}</span>}
        </p>
      )}
      {isChanged && (
        <div className="notice notice-warn" role="alert">
          An address changed after you started. Mail now goes to <bdi>{formatAddress(member.current)}</bdi>. If yours is
          still correct, send it again.
        </div>
      )}
      {lines.map(({ name, label }) => (
        <TextInput key={name} label={label} dir="auto" autoComplete="off" {...field(name)} />
      ))}
      <label className="check">
        <input type="checkbox" checked={isAbroad} onChange={({ target }) => setAbroad(target.checked)} />
        <span>
          The address is outside the United States
          <span className="field-hint"> Then enter the region and the country as the state.</span>
        </span>
      </label>
      <Select
        label="Where it comes from"
        error={problemOf('source')}
        empty="Choose"
        options={addressSources.map((each) => [each, sourceNames[each]])}
        value={source}
        onChange={setSource}
      />
      <TextArea
        label="Reason"
        hint="For example, what the post office wrote or how you verified the caller."
        rows={3}
        {...field('reason')}
      />
      {member.mayCorrect && <MovedClaims moved={moved} error={errorOf('claims')} />}
    </SendForm>
  );
}
