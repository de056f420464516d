import type { IgnoredParameter } from '@redress/contract/console/claim-list';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../platform/database/pool.ts';
import type { ExportRow } from './export-list.ts';

/** Counts are exact up to this number. */
const maxCount = 10_000;
/** Maximum rows that a count looks through, because not every filter has an index. */
const maxCounted = 50_000;

/** The page of a list is not a filter. */
const positions = ['after', 'before'];

/** Reads a list's filters from its address. Unknown parts are left out and listed. */
export function readFilters<Schema extends TObject>(
  schema: Schema,
  query: string,
  cases: readonly string[],
): { readonly filters: Static<Schema>; readonly query: string; readonly ignored: IgnoredParameter[] } {
  const ignored: IgnoredParameter[] = [];
  const read: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const ignore = (reason: IgnoredParameter['reason']) =>
      ignored.push({ name: name.slice(0, 100), value: value.slice(0, 100), reason });
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (positions.includes(name) || value === '') continue;
    if (!property) ignore('unknown');
    else if (!Value.Check(property, value) || (name === 'case' && !cases.includes(value))) ignore('invalid');
    else read[name] = value;
  }
  const filters: unknown = read;
  if (!Value.Check(schema, filters)) throw new Error('Filters that fit one by one do not fit together');
  const sorted = Object.entries(read).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { filters, query: new URLSearchParams(sorted).toString(), ignored };
}

/** For example `State: Ohio`. */
export const describeFilters = (
  filters: Readonly<Record<string, string | undefined>>,
  labels: Readonly<Record<string, string>>,
): string[] =>
  Object.entries(labels).flatMap(([name, label]) =>
    filters[name] === undefined ? [] : [`${label}: ${filters[name]}`],
  );

/**
 * Counts rows.
 * @param rows SQL: a query without a limit
 * @param isWanted a condition on a row `listed`
 */
export async function countRows(database: Database, rows: RawBuilder<unknown>, isWanted = sql`true`) {
  const { rows: counts } = await sql<{ wanted: number; counted: number }>`
    select count(*) filter (where ${isWanted})::int as wanted, count(*)::int as counted
    from (${rows} limit ${maxCounted + 1}) listed`.execute(database);
  const { wanted, counted } = counts[0] ?? { wanted: 0, counted: 0 };
  return { value: Math.min(wanted, maxCount), isExact: counted <= maxCounted && wanted <= maxCount };
}

/** Rows per window. */
const windowRows = 2_000;

/**
 * Reads a list in windows of its keys, so that each statement takes milliseconds with any filters.
 * @param list its table, the key of its order, a value below all keys, and the last key to read
 * @param readRows reads the rows of a window, by a condition on the key
 */
export async function* readInWindows<Row>(
  database: Database,
  list: { readonly table: string; readonly key: string; readonly start: string; readonly upTo?: string },
  readRows: (isInside: RawBuilder<SqlBool>) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const [table, key] = [sql.table(list.table), sql.ref(list.key)];
  const isListed = list.upTo === undefined ? sql`` : sql`and ${key} <= ${list.upTo}`;
  for (let after = list.start; ;) {
    const { rows: ends } = await sql<{ end: string | null }>`
      select max(${key}) as end from (
        select ${key} from ${table} where ${key} > ${after} ${isListed} order by ${key} limit ${windowRows}
      ) listed`.execute(database);
    const end = ends[0]?.end ?? null;
    if (end === null) return;
    const name = sql.ref(`${list.table}.${list.key}`);
    const rows = await readRows(sql<SqlBool>`${name} > ${after} and ${name} <= ${end}`);
    if (rows.length > 0) yield rows;
    after = end;
  }
}

/** A row whose columns have the keys of an export. */
export type StoredRow = Readonly<Record<string, Date | ExportRow['values'][string]>>;

/** Rows whose columns have the keys of the export, with each time as ISO 8601. */
export const rowsOf = (rows: readonly StoredRow[]): ExportRow[] =>
  rows.map((row) => ({
    caseId: String(row['case'] ?? ''),
    values: Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
    ),
  }));
