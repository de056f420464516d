import {
  maxFileStart,
  maxMemberFileBytes,
  type MemberColumn,
  memberColumns,
  optionalMemberColumns,
  type MemberFileColumns,
  type MemberMapping,
} from '@redress/contract/console/member-imports';
import { useState } from 'react';
import { callApi, readText } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { FileField } from '../ui/field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { chosenFiles } from './upload-member-file.ts';

const maxGigabytes = maxMemberFileBytes / 1024 ** 3;

/** Starts an import with a file. */
export function ImportForm({ onStarted }: { readonly onStarted: (id: string) => void }) {
  const { settlement, permissions } = useSession();
  const [file, setFile] = useState<File>();
  const [skipBad, setSkipBad] = useState(false);
  const [error, setError] = useState<string>();
  const [columns, setColumns] = useState<MemberFileColumns>();
  const [mapping, setMapping] = useState<MemberMapping>();
  const [missing, setMissing] = useState<readonly MemberColumn[]>([]);
  const { send, ...sending } = useSend();
  const cases = settlement.cases.filter(({ id }) => permissions['import-members'].includes(id));

  async function start(): Promise<void> {
    const problem = findProblem(file);
    const lacking = mapping ? findMissing(mapping) : [];
    setError(problem);
    setMissing(lacking);
    if (!file || problem !== undefined || lacking.length > 0) return;
    await send(async () => {
      const body = { fileName: file.name, size: file.size, skipBad, ...(mapping && { mapping }) };
      const { id } = await callApi('POST /member-imports', { body });
      chosenFiles.set(id, file);
      onStarted(id);
    });
  }

  async function choose(chosen: File | undefined): Promise<void> {
    setFile(chosen);
    setError(undefined);
    setColumns(undefined);
    setMapping(undefined);
    setMissing([]);
    if (!chosen || chosen.size === 0) return;
    await send(async () => {
      const start = (await readText(chosen.slice(0, maxFileStart))).slice(0, maxFileStart);
      const found = await callApi('POST /member-imports/columns', { body: { start } });
      // The upload rejects files that are not tables, and gives the reason.
      if (found.isTemplate || found.headers.length < 2) return;
      setColumns(found);
      setMapping(
        found.before ?? {
          headers: found.suggested,
          ...(!found.suggested.case && cases.length === 1 && { caseId: cases[0]?.id ?? '' }),
        },
      );
    });
  }

  return (
    <SendForm className="panel" noValidate sending={sending} onSubmit={start} button="Import" busy="Starting …">
      <h2>Choose the list</h2>
      <p>
        A CSV file (UTF-8) of up to {maxGigabytes} GB. Its first line names the columns, in any order. If they differ
        from the template, you match them in the next step. Unique IDs are stored encrypted and never shown.{' '}
        <a href="/api/console/member-imports/template.csv" download>
          Download a template
        </a>
      </p>
      <p>
        The column <code>case</code> contains {cases.length > 1 ? 'one of these' : 'this'}. Without it, you choose one
        case for all rows.
      </p>
      <ul>
        {cases.map(({ id, caption }) => (
          <li key={id}>
            <code>{id}</code> <span className="soft">{caption}</span>
          </li>
        ))}
      </ul>
      <FileField
        label="File"
        error={error}
        accept=".csv,text/csv,text/plain"
        onChoose={(chosen) => void choose(chosen)}
      />
      {columns && mapping && <ColumnMapping {...{ columns, mapping, missing, cases }} onChange={setMapping} />}
      <label className="check">
        <input type="checkbox" checked={skipBad} onChange={(event) => setSkipBad(event.target.checked)} />
        <span>
          Skip bad rows and import the others
          <span className="field-hint"> Otherwise, one bad row stops the whole import.</span>
        </span>
      </label>
    </SendForm>
  );
}

function findMissing({ headers, caseId }: MemberMapping): MemberColumn[] {
  return memberColumns.filter(
    (column) =>
      (headers[column] ?? '') === '' &&
      !optionalMemberColumns.has(column) &&
      (column !== 'case' || (caseId ?? '') === ''),
  );
}

function findProblem(file: File | undefined): string | undefined {
  if (!file) return 'Choose a file.';
  if (file.size === 0) return 'This file is empty. Choose another one.';
  if (file.size > maxMemberFileBytes)
    return `This file is larger than ${maxGigabytes} GB. Split it into several files.`;
  return undefined;
}
