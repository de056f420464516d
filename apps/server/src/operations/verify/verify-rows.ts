import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { HistoryEntry } from '../../platform/history/entries.ts';
import {
  definitions,
  deletedByPurge,
  hashForComparison,
  type HashedRow,
  type HashedTableName,
  isDeleted,
  isRowAsHashed,
  isRowName,
  type RowHash,
  rowName,
} from '../../platform/history/row-hashes.ts';
import type { Keys } from '../../platform/keys/keys.ts';

type Snapshot = Transaction<Tables>;
type Row = HashedRow['row'];

/** A row, as the last history entry about it recorded it. */
interface RecordedRow {
  readonly name: string;
  readonly hash: string;
  /** The case that the entry names, if any. */
  readonly caseId: string | undefined;
}

/** The rows that histories record, each by its last entry. Each row belongs to one history. */
export class RecordedRows {
  readonly #rows = new Map<string, RecordedRow>();
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  /** Reads the entries of a history in their order. */
  add(owner: string, { details }: Pick<HistoryEntry, 'details'>): void {
    const { caseId } = details;
    for (const [name, hash] of Object.entries(details)) {
      if (!isRowName(name)) continue;
      const place = `${owner} ${name}`;
      if (isDeleted(name, String(hash), this.#keys)) this.#rows.delete(place);
      else this.#rows.set(place, { name, hash: String(hash), caseId: typeof caseId === 'string' ? caseId : undefined });
    }
  }

  /**
   * Returns a row's fault, as a predicate, and removes the row: those left at the end are missing.
   * @param isPurgedIn whether the data of a claim, or of the case that the entry names, was deleted
   */
  check(owner: string, row: RowHash, isPurgedIn: (caseId: string | undefined) => boolean): string | undefined {
    const place = `${owner} ${row.name}`;
    const recorded = this.#rows.get(place);
    this.#rows.delete(place);
    if (!recorded) return 'is not in its history';
    return isRowAsHashed(row, recorded.hash, isPurgedIn(recorded.caseId)) ? undefined : 'is not as its history says';
  }

  /** The rows that are missing, though no purge deleted them. */
  missing(isPurgedIn: (caseId: string | undefined) => boolean): string[] {
    return [...this.#rows.values()]
      .filter(({ name, caseId }) => !(deletedByPurge.has(name.split(' ')[1] ?? '') && isPurgedIn(caseId)))
      .map(({ name }) => describeRow(name));
  }
}

/** `row notes 5` becomes `row 5 of notes`. */
export function describeRow(name: string): string {
  const [, table = '', ...key] = name.split(' ');
  return `row ${key.join(' ')} of ${table}`;
}

/** The hashes of a row. A value that no release writes, such as an invalid time, gives none. */
export function hashSafely(hashed: HashedRow, keys: Keys): RowHash {
  try {
    return hashForComparison(hashed, keys);
  } catch {
    return { name: rowName(hashed), hashes: [], isEmptied: false };
  }
}

/** A row may have files or a report of a megabyte. */
const rowsPerBatch = 50;

/**
 * Reads all rows of a table, some at a time.
 * @param range restricts them to these claims
 */
export async function* readRows(
  snapshot: Snapshot,
  table: HashedTableName,
  range?: RawBuilder<boolean>,
): AsyncGenerator<Row> {
  const { key = ['id'], isLarge } = definitions[table];
  const limit = isLarge ? 1 : rowsPerBatch;
  const order = range ? ['claim_id', ...key] : key;
  const columns = sql.join(order.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ;) {
    const after = last ? sql`(${columns}) > (${sql.join(order.map((column) => last?.[column]))})` : sql`true`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      select * from ${sql.table(table)} where ${range ?? sql`true`} and ${after}
      order by ${columns} limit ${limit}`.execute(snapshot);
    yield* rows;
    last = rows[limit - 1];
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
