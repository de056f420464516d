import { type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformContext } from '../context.ts';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import type { RecordEvent, RecordKind } from '../history/record-events.ts';
import { addRecordEntry } from '../history/record-history.ts';
import { hashIfListed } from '../history/row-hashes.ts';
import { isHeldJob, jobColumns, type JobKind, jobTables, LeaseLostError } from './job-leases.ts';

type JobTableOf<Kind extends JobKind> = Tables[(typeof jobTables)[Kind]['table']];

/** A job as read by the process that leases it. */
export interface HeldJob {
  readonly id: string;
  readonly leased_by: string | null;
}

/** @throws LeaseLostError */
export async function readHeldJob<Kind extends JobKind>(database: Database, kind: Kind, id: string, holder: string) {
  const { rows } = await sql<Selectable<JobTableOf<Kind>>>`
    select job.* from ${jobColumns(kind).table} job where ${isHeldJob(kind, id, holder)}`.execute(database);
  return requireRow(rows);
}

/**
 * Locks the row of a job until the transaction ends. A transaction that does a part of the job calls
 * this or `updateHeldJob` first, so that canceling finds either all of the part or nothing. Other
 * parts can hold this lock at the same time.
 * @throws LeaseLostError
 */
export async function shareHeldJob(
  database: Database,
  kind: JobKind,
  { id, leased_by: holder }: HeldJob,
): Promise<void> {
  const { rows } = await sql`
    select from ${jobColumns(kind).table} job where ${isHeldJob(kind, id, holder)} for share`.execute(database);
  requireRow(rows);
}

/**
 * Changes the row of a job, and returns it.
 * @throws LeaseLostError
 */
export async function updateHeldJob<Kind extends JobKind>(
  database: Database,
  kind: Kind,
  { id, leased_by: holder }: HeldJob,
  set: Updateable<JobTableOf<Kind>>,
): Promise<Selectable<JobTableOf<Kind>>> {
  const columns = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<Selectable<JobTableOf<Kind>>>`
    update ${jobColumns(kind).table} job set ${sql.join(columns)} where ${isHeldJob(kind, id, holder)}
    returning job.*`.execute(database);
  return requireRow(rows);
}

function requireRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new LeaseLostError();
  return row;
}

/**
 * Ends a job whose row is a record, with the entry in its history.
 * @param ended the columns of its result
 * @throws LeaseLostError
 */
export async function endHeldJob<Kind extends JobKind & RecordKind>(
  { database, keys, now }: Pick<PlatformContext, 'database' | 'keys' | 'now'>,
  kind: Kind,
  job: HeldJob,
  ended: Updateable<JobTableOf<Kind>>,
  event: RecordEvent<Kind>,
): Promise<void> {
  const at = now();
  await database.transaction().execute(async (transaction) => {
    const row = await updateHeldJob(transaction, kind, job, { ...ended, finished_at: at, leased_by: null });
    const rows = hashIfListed(jobTables[kind].table, row, keys);
    await addRecordEntry(transaction, { kind, id: job.id }, at, { ...event, rows });
  });
}

/** The details of the entry of a job that failed too often. */
export const failureOf = ({ last_error: code }: { readonly last_error: string | null }) => ({
  code: code ?? 'unknown',
});
