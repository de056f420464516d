import './letters.css';
import { letterLabels } from '@redress/contract/console/claim-labels';
import { type Returned, type ReturnReason, returnReasons } from '@redress/contract/console/letter-batches';
import { formatDay } from '@redress/contract/language';
import { formatLetterId, letterIdLength } from '@redress/contract/letters';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Radios } from '../ui/choices.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCounted } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { useNames } from '../ui/use-names.ts';
import { useSend } from '../ui/use-send.ts';
import { AddressDialog } from './address-dialog.tsx';
import { outcomeTexts, returnedQuery, returnReasonLabels } from './returned-labels.ts';

/** `/returned`: letters that came back, recorded one after the other by keyboard or scanner. */
export function Component() {
  const [done, setDone] = useState<readonly Returned[]>([]);
  return (
    <Page title="Returned mail">
      <ReturnForm onDone={(returned) => setDone((before) => [returned, ...before])} />
      <section aria-labelledby="returned-now">
        <h2 id="returned-now">Recorded in this session</h2>
        <p role="status">
          {done[0]
            ? `${formatCounted(done.length, 'letter')}. Last: ${formatLetterId(done[0].id)}. ${outcomeTexts[done[0].outcome]}.`
            : 'Each letter appears here once it is recorded.'}
        </p>
        {done.length > 0 && <DoneTable done={done} />}
      </section>
      <WaitingLetters />
    </Page>
  );
}

function DoneTable({ done }: { readonly done: readonly Returned[] }) {
  return (
    <Table label="Letters recorded in this session" columns={['Letter ID', 'Claim', 'Mailed to', 'Result']}>
      {done.map(({ id, claimNumber, address, outcome }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a letter can be recorded twice
        <tr key={`${id} ${done.length - index}`}>
          <td className="figures nowrap">{formatLetterId(id)}</td>
          <td className="figures">
            <Link to={`/claims/${claimNumber}`}>{claimNumber}</Link>
          </td>
          <td>
            <bdi>{address.join(', ')}</bdi>
          </td>
          <td>{outcomeTexts[outcome]}</td>
        </tr>
      ))}
    </Table>
  );
}

const reasonOptions = returnReasons.map(
  (reason, index) =>
    [
      reason,
      <>
        <kbd>{index + 1}</kbd> {returnReasonLabels[reason]}
      </>,
    ] as const,
);

function ReturnForm({ onDone }: { readonly onDone: (returned: Returned) => void }) {
  const { send, errorOf, isSending, failure } = useSend();
  const [id, setId] = useState('');
  const [reason, setReason] = useState<ReturnReason>();
  const [address, setAddress] = useState('');
  const form = useRef<HTMLDivElement>(null);
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  const isAddressRefused = errorOf('address') !== undefined;
  useEffect(() => {
    if (failure === undefined) return;
    const field = form.current?.querySelector<HTMLInputElement>(isAddressRefused ? 'textarea' : '.letter-id');
    field?.focus();
    // The next scan replaces a letter ID that was refused.
    if (!isAddressRefused) field?.select();
  }, [failure, isAddressRefused]);
  const submit = async () => {
    if (reason === undefined) return;
    const lines = reason === 'forwarding-address' ? { address: address.split('\n') } : {};
    const isDone = await send(async () => {
      onDone(await callApi('POST /returned-letters', { body: { id, reason, ...lines } }));
      setId('');
      setReason(undefined);
      setAddress('');
    }, returnedQuery);
    if (isDone) focus('.letter-id');
  };
  /** Enter, with which most scanners end a code, goes on to the reason; so does a digit after a whole code. */
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    const isWhole = id.replaceAll(/[\s-]/g, '').length >= letterIdLength;
    if (isWhole && event.currentTarget.selectionStart === id.length) choose(event);
    if (event.key !== 'Enter' || reason !== undefined) return;
    event.preventDefault();
    focus('input[type=radio]');
  };
  const choose = (event: KeyboardEvent) => {
    const chosen = /^[1-9]$/.test(event.key) ? returnReasons[Number(event.key) - 1] : undefined;
    if (chosen === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setReason(chosen);
    // The field is there after the next render.
    if (chosen === 'forwarding-address') setTimeout(() => focus('textarea'));
    else setTimeout(() => focus('input[type=radio]:checked'));
  };
  return (
    <div className="panel" ref={form}>
      <SendForm
        sending={{ isSending, failure }}
        onSubmit={submit}
        button="Record"
        busy="Recording …"
        blocked={(id.trim() === '' || reason === undefined) && 'Scan the letter ID, and choose the reason.'}
        savesByKey
      >
        <TextInput
          label="Letter ID"
          hint="Scan the code on the letter, or type the ID above the address and press Enter."
          className="letter-id figures"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the scanner types here
          autoFocus
          error={errorOf('id')}
          value={id}
          onChange={(typed) => {
            setId(typed);
            // The reason was that of the letter that was refused.
            if (failure) setReason(undefined);
          }}
          onKeyDown={goOn}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- digits choose one of its radio buttons */}
        <div onKeyDown={choose}>
          <Radios legend="Why it came back" options={reasonOptions} value={reason} onChange={setReason} />
        </div>
        {reason === 'forwarding-address' && (
          <TextArea
            label="Forwarding address"
            hint="The lines below the name, as on the label. Ctrl+Enter records the letter."
            rows={4}
            error={errorOf('address')}
            value={address}
            onChange={setAddress}
          />
        )}
      </SendForm>
    </div>
  );
}

const waitingColumns = [
  'Letter ID',
  'Claim',
  'Letter',
  'Mailed',
  'Reason',
  { header: 'Action', kind: 'hidden' },
] as const;

function WaitingLetters() {
  const query = useQuery(returnedQuery);
  const { caseName } = useNames();
  const [opened, setOpened] = useState<string>();
  return (
    <section aria-labelledby="returned-waiting">
      <h2 id="returned-waiting">Waiting for an address</h2>
      <QueryState query={query} skeleton={<TableSkeleton columns={waitingColumns} rows={3} />}>
        {({ letters }) =>
          letters.length === 0 ? (
            <EmptyState
              title="No letter waits for an address"
              reason="Letters that came back appear here until another address is known."
            />
          ) : (
            <Table label="Letters that wait for an address" columns={waitingColumns}>
              {letters.map(({ id, claimNumber, caseId, kind, mailedOn, reason }) => (
                <tr key={id}>
                  <td className="figures nowrap">{formatLetterId(id)}</td>
                  <td>
                    <Link className="figures" to={`/claims/${claimNumber}`}>
                      {claimNumber}
                    </Link>
                    <div className="soft">{caseName(caseId)}</div>
                  </td>
                  <td>{letterLabels[kind]}</td>
                  <td className="nowrap">
                    {mailedOn === null ? '–' : formatDay(mailedOn, 'en', { dateStyle: 'medium' })}
                  </td>
                  <td>{returnReasonLabels[returnReasons.find((each) => each === reason) ?? 'bounced']}</td>
                  <td>
                    <Button look="link" aria-haspopup="dialog" onClick={() => setOpened(id)}>
                      Add address …<span className="visually-hidden"> for {formatLetterId(id)}</span>
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </QueryState>
      {opened !== undefined && <AddressDialog letterId={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
