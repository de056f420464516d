import type { MemberMapping } from '@redress/contract/console/member-imports';
import type { RoleInCase } from '@redress/contract/console/staff';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { withClient } from '../../platform/database/pool.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { undefinedIfMissing } from '../../platform/storage/disk.ts';
import { encryptBadRow } from '../../platform/keys/encrypted-fields.ts';
import { type StoredFile, storedFileSource } from '../../platform/storage/stored-file.ts';
import { permittedCases } from '../sign-in/permissions.ts';
import { csvSampleBytes, findCsvFileProblem } from './csv-file.ts';
import { importMembers, type MemberKeys } from './import-members.ts';
import { readCell, readRows } from './read-member-rows.ts';

/** An uploaded file of class members, as plain data for a child process. */
export interface MemberFile {
  readonly connectionString: string;
  readonly keys: MemberKeys;
  readonly file: StoredFile;
  /** The IDs of the import and of its lease's holder. */
  readonly id: string;
  readonly holder: string;
  readonly cases: readonly string[];
  readonly skipBad: boolean;
  readonly mapping?: MemberMapping | undefined;
  readonly startedBy: string;
}

/** `problem` explains to staff why nothing was imported; null if bad rows are the reason. */
export type MemberFileResult = { readonly stored: true } | { readonly stored: false; readonly problem: string | null };

/** Maximum bad rows that are kept. A file with more has the wrong columns or encoding. */
export const maxKeptBadRows = 100_000;
const progressMilliseconds = 500;

const messages = {
  missing: 'The uploaded file is no longer on the server. Upload it again.',
  noRows: 'The file has column names but no rows.',
  notPermitted:
    'The person who started this import no longer has permission for all of its cases. Nothing was imported.',
};

/**
 * Imports an uploaded file. Class members, counts and bad rows are committed together, and only
 * while the import waits under this lease, so retries never import a file twice.
 * @throws when the import was canceled or its lease was lost
 */
export async function importMemberFile(file: MemberFile): Promise<MemberFileResult> {
  const cases = new Set(file.cases);
  const source = storedFileSource(file.file);
  const start = await buffer(source.stream(0, csvSampleBytes)).catch(undefinedIfMissing);
  const problem = start ? await findCsvFileProblem(start, cases, file.mapping) : messages.missing;
  if (problem !== undefined) return { stored: false, problem };
  const counts = { bytes: 0, rows: 0, bad: 0 };
  const hash = createHash('sha256');
  const csv = Readable.from(readHashed());
  async function* readHashed() {
    for await (const bytes of source.stream()) {
      hash.update(bytes);
      counts.bytes += bytes.length;
      yield bytes;
    }
  }

  return withClient(file.connectionString, async (progress) => {
    const timer = setInterval(() => {
      recordProgress(progress, file, counts).catch((error: unknown) => csv.destroy(toError(error)));
    }, progressMilliseconds);
    try {
      const report = await importMembers({
        ...file,
        cases,
        csv,
        onProgress(rows, bad) {
          counts.rows = rows;
          counts.bad = bad;
        },
        async keepBadRows(client) {
          clearInterval(timer);
          await keepBadRows(client, file, source);
        },
        async record(client, { imported, good, bad, repaired, fewUniqueIds }) {
          await requireStillPermitted(client, file);
          const { rowCount } = await client.query(
            `update member_imports
             set status = case when $3 > 0 then 'stored' else status end, imported = $3, rows_read = $4, bad_rows = $5,
               few_unique_ids = $6, sha256 = $7, bytes_read = size, states_repaired = $8, zips_repaired = $9,
               cells_repaired = $10
             where id = $1 and leased_by = $2 and status = 'waiting'`,
            [
              file.id,
              file.holder,
              imported,
              good + bad,
              bad,
              fewUniqueIds ?? null,
              hash.digest(),
              repaired.states,
              repaired.zips,
              repaired.cells,
            ],
          );
          if (rowCount !== 1) throw stopped();
        },
      });
      if (report.imported > 0) return { stored: true };
      return { stored: false, problem: report.bad > 0 ? null : messages.noRows };
    } catch (error) {
      if (error instanceof StartError) return { stored: false, problem: error.message };
      throw error;
    } finally {
      clearInterval(timer);
    }
  });
}

type Counts = Readonly<Record<'bytes' | 'rows' | 'bad', number>>;

async function recordProgress(client: pg.Client, { id, holder }: MemberFile, counts: Counts): Promise<void> {
  const { rowCount } = await client.query(
    `update member_imports set bytes_read = $3, rows_read = $4, bad_rows = $5
     where id = $1 and leased_by = $2 and status = 'waiting'`,
    [id, holder, counts.bytes, counts.rows, counts.bad],
  );
  if (rowCount !== 1) throw stopped();
}

/** The person may have lost a role while the file was read. */
async function requireStillPermitted(client: pg.Client, { startedBy, cases }: MemberFile): Promise<void> {
  const { rows } = await client.query<RoleInCase>(
    `select case_id as "caseId", role from staff_roles join staff on staff.id = staff_id
     where staff_id = $1 and disabled_at is null`,
    [startedBy],
  );
  const permitted = permittedCases(rows, cases)['import-members'];
  if (permitted.length < cases.length) throw new StartError(messages.notPermitted);
}

/** Cells encrypted and stored at once. */
const storedRows = 1_000;

async function keepBadRows(
  client: pg.Client,
  { id, keys }: MemberFile,
  source: ReturnType<typeof storedFileSource>,
): Promise<void> {
  await client.query('delete from member_import_bad_rows where import_id = $1', [id]);
  await client.query(
    `insert into member_import_bad_rows (import_id, line, reason, notice_id)
     select $1, line, reason, coalesce(given_id, notice_id) from incoming
     where reason is not null order by line limit ${maxKeptBadRows}`,
    [id],
  );
  const { rows } = await client.query<{ line: string }>(
    'select line from member_import_bad_rows where import_id = $1',
    [id],
  );
  const left = new Set(rows.map(({ line }) => Number(line)));
  // The cells are read a second time: most rows are good, and keep nothing.
  let columns: readonly string[] | undefined;
  let lines: number[] = [];
  let encrypted: Buffer[] = [];
  const store = async () => {
    await client.query(
      `update member_import_bad_rows as bad set cells_encrypted = cells
       from unnest($2::bigint[], $3::bytea[]) as given (line, cells) where import_id = $1 and bad.line = given.line`,
      [id, lines, encrypted],
    );
    lines = [];
    encrypted = [];
  };
  for await (const { cells, line } of readRows(Readable.from(source.stream()))) {
    if (left.size === 0) break;
    const texts = cells.map(readCell);
    columns ??= texts;
    if (!left.delete(line)) continue;
    lines.push(line);
    encrypted.push(encryptBadRow(`${id} ${line}`, texts, keys));
    if (lines.length === storedRows) await store();
  }
  await store();
  if (columns) await client.query('update member_imports set bad_row_columns = $2 where id = $1', [id, columns]);
}

const stopped = () => new Error('The import was canceled, or another process has taken it over');

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('The import failed', { cause: error });
}
