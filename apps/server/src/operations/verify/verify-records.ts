import { type Selectable, sql, type Transaction } from 'kysely';
import { findBrokenEntry, type HistoryEntry } from '../../claims/claim-history.ts';
import type { StaffReadsTable, Tables } from '../../database/tables.ts';
import { recordOwner } from '../../record-history/record-history.ts';
import { hashRead } from '../../read-log/hash-read.ts';

const rowsPerBatch = 2_000;

type Counts = Record<'recordEntries' | 'reads', number>;

/** Yields what is wrong with the histories of records that are not claims, as sentences. */
export async function* verifyRecords(snapshot: Transaction<Tables>, counts: Counts): AsyncGenerator<string> {
  let record = { kind: '', id: '' };
  let entries: HistoryEntry[] = [];
  const check = () => findHistoryIssue(record, entries);
  for (let position = 0; ;) {
    const rows = await snapshot
      .selectFrom('record_history')
      .select(['record_kind', 'record_id', 'position', 'at', 'kind', 'details', 'previous_hash', 'hash'])
      .where(sql<boolean>`(record_kind, record_id, position) > (${record.kind}, ${record.id}, ${position})`)
      .orderBy('record_kind')
      .orderBy('record_id')
      .orderBy('position')
      .limit(rowsPerBatch)
      .execute();
    counts.recordEntries += rows.length;
    for (const { record_kind: kind, record_id: id, ...entry } of rows) {
      if (kind !== record.kind || id !== record.id) {
        yield* check();
        record = { kind, id };
        entries = [];
      }
      entries.push(entry);
      position = entry.position;
    }
    if (rows.length < rowsPerBatch) break;
  }
  yield* check();
  yield* findSubMillisecondTimes(snapshot, 'record_history', 'A history entry of a record');
  yield* findChangedReports(snapshot);
}

/** Kept reports must have the files that their history names. */
async function* findChangedReports(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const { rows } = await sql<{ id: string; isThere: boolean }>`
    select coalesce(reports.id::text, record_id) as id, reports.id is not null as "isThere"
    from reports full join (select * from record_history where record_kind = 'report' and kind = 'report-made') made
      on record_id = reports.id::text
    where details->>'pdfSha256' is distinct from encode(sha256(pdf), 'hex')
      or details->>'workbookSha256' is distinct from encode(sha256(workbook), 'hex')`.execute(snapshot);
  for (const { id, isThere } of rows)
    yield isThere ? `The files of report ${id} are not those that were made.` : `Report ${id} is missing.`;
}

function findHistoryIssue(record: { kind: string; id: string }, entries: readonly HistoryEntry[]): string[] {
  const name = `The history of ${record.kind} ${record.id}`;
  try {
    const broken = findBrokenEntry(recordOwner(record), entries);
    return broken === undefined
      ? []
      : [`${name} is broken: entry ${broken} was changed, or does not follow the one before it.`];
  } catch (error) {
    return [`${name} has a value that no release of Redress writes (${nameOf(error)}).`];
  }
}

/** Yields what is wrong with the log of reads, as sentences. */
export async function* verifyReads(snapshot: Transaction<Tables>, counts: Counts): AsyncGenerator<string> {
  for (let after = '0'; ;) {
    const rows = await snapshot
      .selectFrom('staff_reads')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsPerBatch)
      .execute();
    counts.reads += rows.length;
    for (const read of rows) yield* findReadIssue(read);
    const last = rows[rowsPerBatch - 1];
    if (!last) break;
    after = last.id;
  }
  yield* findSubMillisecondTimes(snapshot, 'staff_reads', 'A read in the read log');
}

function findReadIssue(read: Selectable<StaffReadsTable>): string[] {
  const name = `Read ${read.id} in the read log`;
  try {
    return hashRead(read).equals(read.hash) ? [] : [`${name} was changed.`];
  } catch (error) {
    return [`${name} has a value that no release of Redress writes (${nameOf(error)}).`];
  }
}

/** Such as a time that is no date. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** No release writes a time that is not a whole millisecond, and a `Date` does not show it. */
async function* findSubMillisecondTimes(
  snapshot: Transaction<Tables>,
  table: 'record_history' | 'staff_reads',
  name: string,
): AsyncGenerator<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where at <> date_trunc('milliseconds', at) order by id`.execute(snapshot);
  for (const { id } of rows) yield `${name} has a time that was changed by less than a millisecond (id ${id}).`;
}
