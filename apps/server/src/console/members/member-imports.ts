import {
  maxMemberFileBytes,
  memberColumns,
  type MemberFileColumns,
  type MemberHeaders,
  type MemberImport,
  type NewMemberImport,
} from '@redress/contract/console/member-imports';
import { type RawBuilder, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ConsoleContext } from '../context.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { byteOrderMark, formatCsvLine } from '../../platform/csv/csv-text.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { decryptBadRow } from '../../platform/keys/encrypted-fields.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { requireSpace, undefinedIfMissing } from '../../platform/storage/disk.ts';
import { isUploadId } from '../../platform/storage/upload-folder.ts';
import type { ArrivingFiles } from '../../site/uploads/receive-chunk.ts';
import { csvSampleBytes, findCsvFileProblem } from './csv-file.ts';
import { readMemberColumns } from './member-columns.ts';

/** A person who imports class members, with the cases they may import for. */
type Importer = Pick<StaffMember, 'id' | 'permitted'>;

type ImportContext = Pick<ConsoleContext, 'database' | 'uploadFolder' | 'now'>;

const dayMilliseconds = 24 * 60 * 60 * 1_000;
/** A file that has not arrived after this many days never will. */
const arrivingDays = 2;
/** The days for which the bad rows of an import can be downloaded. */
export const badRowDays = 30;
const maxListedImports = 50;

export async function createMemberImport(
  { database, uploadFolder, now }: ImportContext,
  { id: startedBy, permitted }: Importer,
  { fileName, size, skipBad, mapping }: NewMemberImport,
): Promise<string> {
  if (size === 0) throw consoleProblem('bad-request', 'The file is empty.');
  if (size > maxMemberFileBytes)
    throw consoleProblem('too-large', 'The file is larger than 4 GB. Split it into several files.');
  requireSpace(await uploadFolder.space(), size);
  const id = randomUUID();
  const at = now();
  const row = {
    id,
    file_name:
      fileName
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, '')
        .slice(0, 200) || 'members.csv',
    size: String(size),
    skip_bad: skipBad,
    mapping: mapping ? JSON.stringify(mapping) : null,
    case_ids: [...permitted['import-members']],
    started_by: startedBy,
    created_at: at,
    due_at: at,
  };
  await database.transaction().execute((transaction) => transaction.insertInto('member_imports').values(row).execute());
  return id;
}

/**
 * The columns of a file that starts with this text, and how a person matched them when a file was
 * last imported that had all of them. Columns with a known name that were not there then need a
 * new look.
 */
export async function suggestMapping(
  context: ImportContext,
  person: Importer,
  start: string,
): Promise<MemberFileColumns> {
  const columns = await readMemberColumns(start);
  const earlier = await selectImports(context, person)
    .where('import.mapping', 'is not', null)
    .orderBy('import.created_at', 'desc')
    .limit(maxListedImports)
    .execute();
  const before = earlier.find(({ mapping }) => {
    const headers: MemberHeaders = mapping?.headers ?? {};
    return (
      Object.values(headers).every((header) => header === '' || columns.headers.includes(header)) &&
      memberColumns.every((column) => columns.suggested[column] === undefined || headers[column] !== undefined)
    );
  })?.mapping;
  return { ...columns, ...(before && { before }) };
}

/** An import, if all its cases are among these. */
export async function findMemberImport(
  context: ImportContext,
  id: string,
  person: Importer,
): Promise<MemberImport | undefined> {
  if (!isUploadId(id)) return undefined;
  const [found] = await selectImports(context, person).where('import.id', '=', id).execute();
  return found && describeImport(context, found, person);
}

/** The newest imports whose cases are all among these. */
export async function listMemberImports(context: ImportContext, person: Importer): Promise<MemberImport[]> {
  const rows = await selectImports(context, person)
    .orderBy('import.created_at', 'desc')
    .orderBy('import.id', 'desc')
    .limit(maxListedImports)
    .execute();
  return Promise.all(rows.map((row) => describeImport(context, row, person)));
}

/** SQL: the order makes PostgreSQL use the index, even when most members have an import. */
const hasMembers = (id: RawBuilder<unknown>) =>
  sql<boolean>`${id} = (select import_id from class_members where import_id >= ${id} order by import_id limit 1)`;

function selectImports({ database }: ImportContext, { permitted }: Importer) {
  return database
    .selectFrom('member_imports as import')
    .innerJoin('staff', 'staff.id', 'import.started_by')
    .selectAll('import')
    .leftJoin('staff as remover', 'remover.id', 'import.removal_asked_by')
    .select(['staff.name as startedByName', 'remover.name as removedByName'])
    .select(sql<boolean>`import.status = 'done' and ${hasMembers(sql.ref('import.id'))}`.as('mayRemove'))
    .where(sql<boolean>`import.case_ids <@ ${[...permitted['import-members']]}::text[]`);
}
type ImportRow = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number];

async function describeImport(
  { uploadFolder }: ImportContext,
  row: ImportRow,
  { id }: Importer,
): Promise<MemberImport> {
  const isArriving = row.status === 'arriving';
  return {
    id: row.id,
    fileName: row.file_name,
    size: Number(row.size),
    skipBad: row.skip_bad,
    cases: row.case_ids,
    ...(row.mapping?.caseId !== undefined && { caseId: row.mapping.caseId }),
    startedBy: row.startedByName,
    isMine: row.started_by === id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    arrivedBytes: isArriving ? ((await uploadFolder.find(row.id))?.size ?? 0) : Number(row.size),
    readBytes: Number(row.bytes_read),
    rows: Number(row.rows_read),
    badRows: Number(row.bad_rows),
    statesRepaired: Number(row.states_repaired),
    zipsRepaired: Number(row.zips_repaired),
    cellsRepaired: Number(row.cells_repaired),
    imported: Number(row.imported),
    ...(row.removedByName !== null && {
      removal: {
        by: row.removedByName,
        removed: Number(row.removed ?? 0),
        ...(row.removed_at && { at: row.removed_at.toISOString() }),
      },
    }),
    mayRemove: row.mayRemove,
    ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
    ...(row.sha256 && { sha256: row.sha256.toString('hex') }),
    ...(row.few_unique_ids !== null && { fewUniqueIds: row.few_unique_ids }),
    ...(row.problem !== null && { problem: row.problem }),
  };
}

/** The rows of arriving files, for the receiver of chunks. */
export function memberFiles({ database, uploadFolder, now }: ImportContext, wake: () => void): ArrivingFiles {
  return {
    async isArriving(transaction, id) {
      const row = await transaction
        .selectFrom('member_imports')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.status === 'arriving';
    },
    async complete(id) {
      await uploadFolder.flush(id).catch(undefinedIfMissing);
      await database
        .transaction()
        .execute((transaction) =>
          transaction
            .updateTable('member_imports')
            .set({ status: 'waiting', due_at: now() })
            .where('id', '=', id)
            .where('status', '=', 'arriving')
            .execute(),
        );
      wake();
    },
  };
}

/**
 * Refuses an unusable file by its first bytes, before gigabytes of it arrive.
 * @throws ProblemError
 */
export async function refuseUnusableStart(
  { database, uploadFolder, now }: ImportContext,
  { id, cases }: Pick<MemberImport, 'id' | 'cases'>,
): Promise<void> {
  const start = await buffer(uploadFolder.read(id, { from: 0, to: csvSampleBytes }));
  const { mapping } = await database
    .selectFrom('member_imports')
    .select('mapping')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const problem = await findCsvFileProblem(start, new Set(cases), mapping ?? undefined);
  if (problem === undefined) return;
  await database
    .updateTable('member_imports')
    .set({ status: 'refused', problem, finished_at: now() })
    .where('id', '=', id)
    .where('status', 'in', ['arriving', 'waiting'])
    .execute();
  await uploadFolder.remove(id);
  throw consoleProblem('unsupported-type', problem);
}

/** False if the import is finished, or its class members are stored already. */
export async function cancelMemberImport(
  { database, uploadFolder, now }: ImportContext,
  id: string,
  cancelledBy: string,
): Promise<boolean> {
  const cancelled = await database
    .transaction()
    .execute((transaction) =>
      transaction
        .updateTable('member_imports')
        .set({ status: 'cancelled', cancelled_by: cancelledBy, finished_at: now(), leased_by: null })
        .where('id', '=', id)
        .where('status', 'in', ['arriving', 'waiting'])
        .returning('id')
        .executeTakeFirst(),
    );
  if (cancelled) await uploadFolder.remove(id);
  return cancelled !== undefined;
}

/** Asks the job to undo an import. False if it is not done, or was made before version 1.1.0. */
export async function askForRemoval({ database, now }: ImportContext, id: string, askedBy: string): Promise<boolean> {
  const asked = await database.transaction().execute((transaction) =>
    transaction
      .updateTable('member_imports')
      .set({ status: 'removing', removal_asked_by: askedBy, due_at: now(), attempts: 0, last_error: null })
      .where('id', '=', id)
      .where('status', '=', 'done')
      .where(hasMembers(sql.ref('member_imports.id')))
      .returning('id')
      .executeTakeFirst(),
  );
  return asked !== undefined;
}

/** The next bad rows of an import, after the given line. */
export function listBadRows({ database }: Pick<ConsoleContext, 'database'>, id: string, limit: number) {
  return database
    .selectFrom('member_import_bad_rows')
    .select(['line', 'reason', 'notice_id', 'cells_encrypted'])
    .where('import_id', '=', id)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** Columns before those of the file, so that a row with too few cells keeps its place. */
const badRowColumns = ['line', 'reason'];

/**
 * Writes the bad rows of an import as a CSV file. The person who chose the file gets its own columns, to
 * correct and import; others never see Unique IDs.
 */
export async function writeBadRows(
  { database, keys }: Pick<ConsoleContext, 'database' | 'keys'>,
  { id, isMine }: Pick<MemberImport, 'id' | 'isMine'>,
  limit: number,
): Promise<string> {
  const { bad_row_columns: kept } = await database
    .selectFrom('member_imports')
    .select('bad_row_columns')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const columns = isMine ? kept : null;
  // The file was made of bad rows before.
  const skipped = columns && badRowColumns.every((name, index) => columns[index] === name) ? badRowColumns.length : 0;
  const lines = (await listBadRows({ database }, id, limit)).map((row) => {
    const cells = row.cells_encrypted && columns ? decryptBadRow(`${id} ${row.line}`, row.cells_encrypted, keys) : [];
    return [row.line, row.reason, ...(columns ? cells.slice(skipped).map(String) : [row.notice_id ?? ''])];
  });
  const header = [...badRowColumns, ...(columns?.slice(skipped) ?? ['notice_id'])];
  return [byteOrderMark, ...[header, ...lines].map(formatCsvLine)].join('');
}

/** Ends imports whose files never arrived, and deletes bad rows after a month. */
export async function cleanUpMemberImports({ database, now }: Pick<ConsoleContext, 'database' | 'now'>): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * dayMilliseconds);
  await database
    .updateTable('member_imports')
    .set({ status: 'cancelled', finished_at: now() })
    .where('status', '=', 'arriving')
    .where('created_at', '<', ago(arrivingDays))
    .execute();
  await deleteInBatches(
    database,
    'member_import_bad_rows',
    sql`import_id in (select id from member_imports where finished_at < ${ago(badRowDays)})`,
  );
}
