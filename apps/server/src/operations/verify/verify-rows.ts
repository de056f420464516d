import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { HistoryEntry } from '../../platform/history/entries.ts';
import {
  definitions,
  deletedByPurge,
  type HashedRow,
  type HashedTableName,
  isRowAsHashed,
  isRowName,
  rowName,
} from '../../platform/history/row-hashes.ts';
import type { Keys } from '../../platform/keys/keys.ts';

type Snapshot = Transaction<Tables>;
type Row = HashedRow['row'];

/** What the last entry about a row says. */
export interface RecordedRow {
  /** Empty: the row was deleted. */
  readonly hash: string;
  /** The case that the entry names, if any. */
  readonly caseId: string | undefined;
}

/** Adds what an entry says of rows. Later entries replace earlier ones. */
export function addRecordedRows(recorded: Map<string, RecordedRow>, { details }: Pick<HistoryEntry, 'details'>): void {
  const { caseId } = details;
  for (const [name, hash] of Object.entries(details))
    if (isRowName(name))
      recorded.set(name, { hash: String(hash), caseId: typeof caseId === 'string' ? caseId : undefined });
}

/**
 * Compares a row with the last entry about it, and takes it out of `recorded`: what is left there in
 * the end is missing. Returns what is wrong, as a predicate.
 */
export function findRowIssue(
  recorded: Map<string, RecordedRow>,
  row: HashedRow,
  keys: Keys,
  isPurged: boolean,
): string | undefined {
  const name = rowName(row);
  const { hash = '' } = recorded.get(name) ?? {};
  recorded.delete(name);
  if (hash === '') return 'is not in its history';
  return isRowAsHashed(row, hash, keys, isPurged) ? undefined : 'is not as its history says';
}

/** The names of rows that entries name and that are not there, though no purge deleted them. */
export const missingRows = (recorded: ReadonlyMap<string, RecordedRow>, isPurged: boolean): string[] =>
  [...recorded]
    .filter(([name, { hash }]) => hash !== '' && !(isPurged && deletedByPurge.has(name.split(' ')[1] ?? '')))
    .map(([name]) => describeRow(name));

/** `row notes 5` becomes `row 5 of notes`. */
export function describeRow(name: string): string {
  const [, table = '', ...key] = name.split(' ');
  return `row ${key.join(' ')} of ${table}`;
}

const rowsPerBatch = 200;

/** Reads all rows of a table in the order of their keys. */
export async function* readRows(snapshot: Snapshot, table: HashedTableName): AsyncGenerator<Row> {
  const { key = ['id'] } = definitions[table];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ;) {
    const after = last && sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      select * from ${sql.table(table)} ${after ?? sql``} order by ${columns} limit ${rowsPerBatch}`.execute(snapshot);
    yield* rows;
    last = rows[rowsPerBatch - 1];
    if (!last) return;
  }
}

/** Tables whose times are compared without being part of a row's hash. */
const otherTimes = new Map(
  Object.entries({
    claim_history: ['at'],
    record_history: ['at'],
    access_log: ['at'],
    receipt_outbox: ['created_at', 'done_at'],
  }),
);

/**
 * SQL conditions by table: a time is not a whole millisecond. No release writes one, and a `Date`,
 * which hashes are computed from, does not show it.
 */
export async function findFractionConditions(snapshot: Snapshot): Promise<ReadonlyMap<string, RawBuilder<boolean>>> {
  const exceptions = new Map(Object.entries(definitions).map(([table, { except = [] }]) => [table, except]));
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type = 'timestamp with time zone'`.execute(snapshot);
  const compared = rows.filter(({ table, column }) =>
    exceptions.has(table) ? !exceptions.get(table)?.includes(column) : otherTimes.get(table)?.includes(column),
  );
  return new Map(
    [...Map.groupBy(compared, ({ table }) => table)].map(([table, times]) => {
      const conditions = times.map(
        ({ column }) => sql<boolean>`${sql.ref(column)} <> date_trunc('milliseconds', ${sql.ref(column)})`,
      );
      return [table, sql<boolean>`(${sql.join(conditions, sql` or `)})`];
    }),
  );
}
