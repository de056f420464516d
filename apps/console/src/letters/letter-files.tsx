import type { Confirmed } from '@redress/contract/console/letter-batches';
import { useState } from 'react';
import { callApi, readText } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Select } from '../ui/choices.tsx';
import { FileField } from '../ui/field.tsx';
import { formatCounted } from '../ui/format.ts';
import { SendForm } from '../ui/send-form.tsx';
import { useMoments } from '../ui/moments.ts';
import { useSend } from '../ui/use-send.ts';
import { useNames } from '../ui/use-names.ts';
import { batchesQuery } from './returned-labels.ts';

/** The mail house's file with the days on which it mailed letters. */
export function ConfirmationForm() {
  const { formatMoment } = useMoments();
  return (
    <section className="panel letter-file" aria-labelledby="confirm-file">
      <h2 id="confirm-file">Confirm mailing days</h2>
      <p>
        The mail house’s CSV file has the columns <code>letter</code> and <code>mailed_on</code>, with days like{' '}
        <span className="nowrap">2026-01-31</span> or <span className="nowrap">1/31/2026</span>. If a line is wrong,
        nothing is changed. Sending a file again changes nothing. Without a mail house, open the batch and enter the day
        there.
      </p>
      <CsvForm
        button="Confirm"
        send={async (csv) =>
          describeConfirmed(await callApi('POST /letter-batches/confirmations', { body: { csv } }), formatMoment)
        }
      />
    </section>
  );
}

/** For example `2 letters confirmed. 3 letters already confirmed by Riley Chen, Jul 2, 2025, 9:00 AM.` */
function describeConfirmed({ confirmed, before }: Confirmed, formatMoment: (moment: string) => string): string {
  return [
    ...(confirmed > 0 || before === null ? [`${formatCounted(confirmed, 'letter')} confirmed.`] : []),
    ...(before === null
      ? []
      : [`${formatCounted(before.letters, 'letter')} already confirmed by ${before.by}, ${formatMoment(before.at)}.`]),
  ].join(' ');
}

const services = [
  ['ncoa', 'Change-of-address service (NCOALink)'],
  ['skip-trace', 'Skip tracing'],
] as const;

/** Addresses out to an address service, and back. */
export function AddressServiceForm() {
  const { permissions } = useSession();
  const { caseName } = useNames();
  const [source, setSource] = useState<(typeof services)[number][0] | ''>('ncoa');
  return (
    <section className="panel letter-file" aria-labelledby="address-service">
      <h2 id="address-service">Address service</h2>
      <p>
        Download the addresses of queued letters, and of letters that came back. Upload the file with the addresses that
        the service corrected: affected letters are queued to the new address.
      </p>
      <ul>
        {permissions.supervise.map((caseId) => (
          <li key={caseId}>
            <a href={`/api/console/letter-addresses/addresses.csv?case=${encodeURIComponent(caseId)}`} download>
              Addresses: {caseName(caseId)}
            </a>
          </li>
        ))}
      </ul>
      <div className="letter-service">
        <Select label="Service" options={services} value={source} onChange={setSource} />
      </div>
      <CsvForm
        button="Import addresses"
        send={async (csv) => {
          if (source === '') return '';
          const { added } = await callApi('POST /letter-addresses/imports', { body: { source, csv } });
          return `${formatCounted(added, 'address', 'addresses')} added.`;
        }}
      />
    </section>
  );
}

function CsvForm({
  button,
  send: sendFile,
}: {
  readonly button: string;
  readonly send: (csv: string) => Promise<string>;
}) {
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState('');
  const { send, ...sending } = useSend(() => setResult(''));
  const lines = sending.failure?.problem.errors ?? [];
  const submit = () =>
    send(async () => {
      if (file) setResult(await sendFile(await readText(file)));
    }, batchesQuery);
  return (
    <SendForm
      sending={sending}
      onChange={() => setResult('')}
      onSubmit={submit}
      button={button}
      busy="Reading the file …"
      blocked={file === undefined && 'Choose the CSV file first.'}
    >
      <FileField label="CSV file" accept=".csv,text/csv" onChoose={setFile} />
      {lines.length > 0 && (
        <ul className="field-error">
          {lines.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      <p role="status">{result}</p>
    </SendForm>
  );
}
