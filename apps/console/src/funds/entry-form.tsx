import {
  type EntryKind,
  entryKinds,
  entryLabels,
  type FundPage,
  isOrderKind,
  maxDocketLength,
} from '@redress/contract/console/funds';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Select } from '../ui/choices.tsx';
import { FileField } from '../ui/field.tsx';
import { dayOf, readDollars } from '../ui/format.ts';
import { SendForm } from '../ui/send-form.tsx';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { fundsQuery } from './fund-queries.ts';

/** Requests an entry: what came in, or what the court ordered. */
export function EntryForm({ fund }: { readonly fund: FundPage }) {
  const { timeZone } = useSession().settlement;
  const [done, setDone] = useState('');
  const { send, errorOf, requestId, ...sending } = useSend();
  const [kind, setKind] = useState<EntryKind>('contribution');
  const { values, setValues, field, problemOf, checkComplete } = useFields(
    () => ({ amount: '', docket: '', orderedOn: '', reason: '', effectiveOn: dayOf(timeZone, new Date()) }),
    errorOf,
  );
  // Empty for a new one.
  const [bank, setBank] = useState(fund.banks[0] ?? '');
  const [newBank, setNewBank] = useState(fund.banks.length === 0 ? 'escrow' : '');
  const [file, setFile] = useState<File>();
  const isOrder = isOrderKind(kind);

  async function request(): Promise<void> {
    setDone('');
    const { docket, orderedOn, reason, effectiveOn } = values;
    const amount = readDollars(values.amount);
    const missing = {
      ...(amount === undefined && { amount: 'Enter dollars and cents, such as 1250.50.' }),
      ...(!/^[a-z0-9-]{1,40}$/.test(bank || newBank) && {
        bank: 'Use lowercase letters, digits and hyphens, such as escrow.',
      }),
      ...(effectiveOn === '' && { effectiveOn: 'Enter the date.' }),
      ...(isOrder && orderedOn === '' && { orderedOn: 'Enter the date of the order.' }),
      ...(isOrder && !file && { file: 'Choose the PDF of the order.' }),
      ...(isOrder && docket.trim() === '' && { docket: 'Enter the docket number of the order.' }),
    };
    if (!checkComplete(missing) || amount === undefined) return;
    const params = { id: fund.id };
    const isDone = await send(async () => {
      const bytes = new FormData();
      if (file) bytes.append('file', file);
      const order = isOrder
        ? { order: { ...(await callApi('POST /funds/:id/orders', { params, bytes })), docket, orderedOn } }
        : {};
      const account = bank === '' ? { bank: newBank, opensAccount: true } : { bank };
      const body = { id: requestId(), kind, amount, ...account, effectiveOn, reason, ...order };
      await callApi('POST /funds/:id/entries', { params, body });
    }, fundsQuery);
    if (!isDone) return;
    setDone(
      `Requested. It counts once another finance person approves it.${isOrder ? ' The order stays chosen for the next entry.' : ''}`,
    );
    setBank(bank || newBank);
    // One order often awards fees, expenses and service awards.
    setValues({ ...values, amount: '', reason: '' });
  }

  return (
    <SendForm
      className="panel"
      noValidate
      savesByKey
      sending={sending}
      onChange={() => setDone('')}
      onSubmit={request}
      button="Request entry"
      busy="Requesting …"
    >
      <h2>New entry</h2>
      <p>
        Every entry needs the approval of another finance person. It can’t be changed later: to correct it, reverse it.
      </p>
      <p role="status">{done}</p>
      <div className="row">
        <Select
          label="Kind"
          options={entryKinds.map((each) => [each, entryLabels[each]])}
          value={kind}
          onChange={(next) => {
            if (next === '') return;
            setKind(next);
            // The field for the order goes, and comes back empty.
            if (!isOrderKind(next)) setFile(undefined);
          }}
        />
        <TextInput label="Amount" inputMode="decimal" autoComplete="off" {...field('amount')} />
        <TextInput
          label={kind === 'reserve' ? 'Date set aside' : 'Date at the bank'}
          type="date"
          {...field('effectiveOn')}
        />
        {kind !== 'reserve' && (
          <Select
            label="Bank account"
            empty="New account …"
            options={[...new Set([...fund.banks, bank])].flatMap((each) =>
              each === '' ? [] : [[each, each] as const],
            )}
            error={bank === '' ? undefined : problemOf('bank')}
            value={bank}
            onChange={setBank}
          />
        )}
        {kind !== 'reserve' && bank === '' && (
          <TextInput
            label="Name of the new account"
            autoComplete="off"
            error={problemOf('bank')}
            value={newBank}
            onChange={setNewBank}
          />
        )}
      </div>
      {isOrder && (
        <div className="row">
          <TextInput label="Docket number" autoComplete="off" maxLength={maxDocketLength} {...field('docket')} />
          <TextInput label="Date of the order" type="date" {...field('orderedOn')} />
          <FileField label="Order (PDF)" error={problemOf('file')} accept="application/pdf" onChoose={setFile} />
        </div>
      )}
      <TextArea label="What this entry is" maxLength={1_000} {...field('reason')} />
    </SendForm>
  );
}
