import { maxMemberFileBytes } from '@redress/contract/console/member-imports';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Field } from '../ui/field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { chosenFiles } from './upload-member-file.ts';

const maxGigabytes = maxMemberFileBytes / 1024 ** 3;

/** Begins an import with a file. */
export function ImportForm({ onStarted }: { readonly onStarted: (id: string) => void }) {
  const { settlement, permissions } = useSession();
  const [file, setFile] = useState<File>();
  const [skipBad, setSkipBad] = useState(false);
  const [error, setError] = useState<string>();
  const { send, ...sending } = useSend();
  const cases = settlement.cases.filter(({ id }) => permissions['import-members'].includes(id));

  async function start(): Promise<void> {
    const problem = findProblem(file);
    setError(problem);
    if (!file || problem !== undefined) return;
    await send(async () => {
      const body = { fileName: file.name, size: file.size, skipBad };
      const { id } = await callApi('POST /member-imports', { body });
      chosenFiles.set(id, file);
      onStarted(id);
    });
  }

  return (
    <SendForm className="panel" noValidate sending={sending} onSubmit={start} button="Import" busy="Starting …">
      <h2>Choose the list</h2>
      <p>
        A CSV file (UTF-8) of up to {maxGigabytes} GB. Its first line names the columns, in any order. Unique IDs are
        stored encrypted and shown nowhere.{' '}
        <a href="/api/console/member-imports/template.csv" download>
          Download a template
        </a>
      </p>
      <p>
        The column <code>case</code> must be {cases.length > 1 ? 'one of these' : 'this'}:
      </p>
      <ul>
        {cases.map(({ id, caption }) => (
          <li key={id}>
            <code>{id}</code> <span className="soft">{caption}</span>
          </li>
        ))}
      </ul>
      <Field label="File" error={error}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => {
              setFile(event.target.files?.[0]);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <label className="check">
        <input type="checkbox" checked={skipBad} onChange={(event) => setSkipBad(event.target.checked)} />
        <span>
          Leave out bad rows and import the others
          <span className="field-hint"> Otherwise one bad row keeps the whole list out.</span>
        </span>
      </label>
    </SendForm>
  );
}

function findProblem(file: File | undefined): string | undefined {
  if (!file) return 'Choose a file';
  if (file.size === 0) return 'This file is empty. Choose another one';
  if (file.size > maxMemberFileBytes) return `This file is larger than ${maxGigabytes} GB. Split it into several files`;
  return undefined;
}
