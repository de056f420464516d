import type { Selectable } from 'kysely';
import { hash } from 'node:crypto';
import type { HistoryEntry } from './entries.ts';
import type { Tables } from '../database/tables.ts';
import { canonicalJson, type Json } from '../keys/canonical-json.ts';
import { acceptedAnswersKeys, keyedHash, type Keys } from '../keys/keys.ts';

interface HashedTable {
  /** The columns that name a row. Default: `id`. */
  readonly key?: readonly string[];
  /** Has data of claimants or class members: its hashes are keyed, so that nobody can guess the data. */
  readonly isPersonal?: true;
  /** Columns that change without an entry, or are compared in another way. */
  readonly except?: readonly string[];
  /** Columns that a purge empties. */
  readonly purged?: readonly string[];
  /** A purge deletes its rows. */
  readonly isDeletedByPurge?: true;
}

const lease = ['leased_by', 'attempts', 'last_error'];
const due = [...lease, 'due_at'];

/**
 * The tables whose rows are hashed in a history: each entry that comes with a change of such a row has
 * its new hash, and `claims:verify` compares the last one with the row. Add a line for a new table. A
 * new column needs none, but must allow null: a null has no part in the hash, so older hashes hold.
 */
const hashedTables = {
  claims: {
    key: ['number'],
    isPersonal: true,
    // Tax IDs are no column: `answers_hash` covers them with the answers.
    except: ['id', 'status', 'duplicate_notice', 'answers'],
    purged: ['notice_id', 'name', 'email', 'zip', 'state', 'amount', 'quantity', 'summary'],
  },
  claim_documents: {
    isPersonal: true,
    except: ['scan_leased_by', 'scan_leased_until', 'scan_attempts', 'scan_last_error'],
    isDeletedByPurge: true,
  },
  data_checks: {
    key: ['document_id'],
    isPersonal: true,
    except: [...lease, 'leased_until'],
    isDeletedByPurge: true,
  },
  notes: { isPersonal: true, isDeletedByPurge: true },
  calls: { isPersonal: true, isDeletedByPurge: true },
  claim_corrections: { isPersonal: true, purged: ['value', 'note'] },
  claim_decisions: { isPersonal: true, purged: ['note'] },
  claim_verdicts: { isPersonal: true, purged: ['reason'] },
  quality_reviews: {
    key: ['sample_id', 'position'],
    isPersonal: true,
    except: ['given_back_by'],
    purged: ['note', 'verdict_note'],
  },
  member_addresses: { isPersonal: true, isDeletedByPurge: true },
  id_request_answers: {
    key: ['request_id', 'position'],
    isPersonal: true,
    purged: ['notice_id'],
    isDeletedByPurge: true,
  },
  approvals: {},
  bulk_jobs: { except: due },
  cluster_verdicts: { except: ['recorded_to', 'recorded'] },
  quality_samples: {},
  reports: {},
  rules: {},
  rule_versions: { key: ['rule_id', 'version'] },
  rule_runs: { except: [...due, 'looked_to'] },
  staff_passkeys: { except: ['name', 'counter', 'transports', 'backed_up', 'last_used_at'] },
  staff_roles: { key: ['staff_id', 'case_id', 'role'] },
} as const satisfies { readonly [Table in keyof Tables]?: HashedTable };

export type HashedTableName = keyof typeof hashedTables;
type PersonalTable = {
  [Table in HashedTableName]: (typeof hashedTables)[Table] extends { readonly isPersonal: true } ? Table : never;
}[HashedTableName];

/** What an entry says of the rows that were written with it. An empty hash: the row was deleted. */
export type RowHashes = Readonly<Record<`row ${string}`, string>>;

/** A row as PostgreSQL's driver reads it: all columns. */
export interface HashedRow {
  readonly table: HashedTableName;
  readonly row: Readonly<Record<string, unknown>>;
}

export const definitions: Readonly<Record<HashedTableName, HashedTable>> = hashedTables;

/** Tables of which a purge deletes the rows. */
export const deletedByPurge: ReadonlySet<string> = new Set(
  Object.entries(definitions).flatMap(([table, { isDeletedByPurge }]) => (isDeletedByPurge === true ? [table] : [])),
);

/**
 * The hash of a row for the entry that comes with its change.
 * @param row all columns, as `returning *` gives them
 * @param keys for tables with personal data only
 */
export function hashRow<Table extends HashedTableName>(
  table: Table,
  row: Selectable<Tables[Table]>,
  ...[keys]: Table extends PersonalTable ? [keys: Pick<Keys, 'answers'>] : []
): RowHashes {
  const hashed = { table, row: { ...row } };
  return { [rowName(hashed)]: hashWith(hashed, keys?.answers) };
}

/** The same for a row of any table without personal data. Nothing for a table that is not listed. */
export function hashIfListed(table: string, row: HashedRow['row']): RowHashes {
  const listed = Object.keys(hashedTables).find((each): each is HashedTableName => each === table);
  if (listed === undefined) return {};
  const hashed = { table: listed, row };
  return { [rowName(hashed)]: hashWith(hashed, undefined) };
}

/** The details of an entry, with the hashes of the rows that were written with it. */
export const entryDetails = ({
  details,
  rows,
}: {
  readonly details: HistoryEntry['details'];
  readonly rows?: RowHashes | undefined;
}): HistoryEntry['details'] => ({ ...details, ...rows });

/** The details of an entry for people. */
export const withoutRowHashes = (details: HistoryEntry['details']): HistoryEntry['details'] =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !isRowName(name)));

/** Whether a detail of an entry is the hash of a row. */
export const isRowName = (name: string): boolean => name.startsWith('row ');

/** For the entry that comes with the deletion of a row. */
export const deletedRow = (table: HashedTableName, key: HashedRow['row']): RowHashes => ({
  [rowName({ table, row: key })]: '',
});

/** Such as `row notes 5`. */
export function rowName({ table, row }: HashedRow): `row ${string}` {
  const { key = ['id'] } = definitions[table];
  const values = key.map((column) => canonicalJson(toJson(row[column])).replaceAll('"', ''));
  return `row ${[table, ...values].join(' ')}`;
}

/**
 * Whether a row is as the last entry about it says.
 * @param isPurged then the columns that a purge empties may be empty
 */
export function isRowAsHashed(hashed: HashedRow, recorded: string, keys: Keys, isPurged: boolean): boolean {
  const { isPersonal, purged = [] } = definitions[hashed.table];
  // Only what a purge leaves, if it has emptied the rest.
  const isPartial = isPurged && purged.length > 0 && isEmptied(hashed);
  const compared = (hashes: string) => (isPartial ? hashes.split('.')[0] : hashes);
  const candidates = isPersonal === true ? acceptedAnswersKeys(keys) : [undefined];
  return candidates.some((key) => compared(hashWith(hashed, key)) === compared(recorded));
}

/** Whether the columns are empty that a purge empties. */
export function isEmptied({ table, row }: HashedRow): boolean {
  const { purged = [] } = definitions[table];
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return purged.every((column) => isEmpty(row[column]));
}

/** Two hashes in tables of which a purge empties columns: without these columns, and of them. */
function hashWith({ table, row }: HashedRow, key: Buffer | undefined): string {
  const { except = [], purged = [] } = definitions[table];
  const columns = Object.entries(row).filter(([column, value]) => value !== null && !except.includes(column));
  const hashColumns = (wanted: (column: string) => boolean): string => {
    const values = columns.filter(([column]) => wanted(column)).map(([column, value]) => [column, toJson(value)]);
    const text = canonicalJson([rowName({ table, row }), Object.fromEntries(values)]);
    return key ? keyedHash(key, text).toString('hex') : hash('sha256', text);
  };
  const kept = hashColumns((column) => !purged.includes(column));
  return purged.length === 0 ? kept : `${kept}.${hashColumns((column) => purged.includes(column))}`;
}

/** A column's value, as PostgreSQL's driver reads it. */
function toJson(value: unknown): Json {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toJson(each)]));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return null;
  throw new Error(`A column has a value that cannot be hashed: ${typeof value}`);
}
