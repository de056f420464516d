import type { Selectable } from 'kysely';
import type { HistoryEntry, RowHashes } from './entries.ts';
import type { RecordKind } from './record-events.ts';
import type { Tables } from '../database/tables.ts';
import { canonicalJson, type Json } from '../keys/canonical-json.ts';
import { acceptedAnswersKeys, keyedHashText, type Keys } from '../keys/keys.ts';

interface HashedTable {
  /** The columns that name a row, by default `id`. */
  readonly key?: readonly string[];
  /** The record whose history has the rows, by default the claim, and the column with its ID. */
  readonly owner?: readonly [kind: RecordKind, id: string];
  /** These columns change without an entry, or are compared in another way. */
  readonly except?: readonly string[];
  /** A purge empties these columns. */
  readonly purged?: readonly string[];
  /** A purge deletes its rows. */
  readonly isDeletedByPurge?: true;
  /** A row may have many megabytes, so rows are read one at a time. */
  readonly isLarge?: true;
}

const lease = ['leased_by', 'attempts', 'last_error'];
const due = [...lease, 'due_at'];

/**
 * The tables whose rows are hashed in a history: each entry that comes with a change of such a row
 * has its new hash, and `claims:verify` compares the last one with the row. Add a line for a new
 * table. A new column needs none, but must allow null: hashes leave out nulls, so older hashes stay
 * valid.
 */
const hashedTables = {
  claims: {
    key: ['number'],
    // `answers_hash` covers the answers and the tax IDs, which are in another table.
    except: ['id', 'status', 'duplicate_notice', 'answers'],
    purged: ['notice_id', 'name', 'email', 'zip', 'state', 'amount', 'quantity', 'summary'],
  },
  claim_documents: {
    except: ['scan_leased_by', 'scan_leased_until', 'scan_attempts', 'scan_last_error'],
    isDeletedByPurge: true,
  },
  data_checks: {
    key: ['document_id'],
    except: [...lease, 'leased_until'],
    isDeletedByPurge: true,
  },
  notes: { isDeletedByPurge: true },
  calls: { isDeletedByPurge: true },
  claim_corrections: { purged: ['value', 'note'] },
  claim_decisions: { purged: ['note'] },
  letters: { except: due, purged: ['content', 'email', 'address', 'access_hash', 'access_until'] },
  deficiency_answers: { purged: ['items'] },
  disputes: { purged: ['statement'] },
  claim_addresses: { purged: ['lines'] },
  claim_emails: { purged: ['email'] },
  claim_verdicts: { purged: ['reason'] },
  quality_reviews: {
    key: ['sample_id', 'position'],
    except: ['given_back_by'],
    purged: ['note', 'verdict_note'],
  },
  letter_batches: { owner: ['letter-batch', 'id'], except: [...due, 'key_version', 'nonce', 'tag'] },
  member_addresses: { owner: ['member-address', 'id'], isDeletedByPurge: true },
  member_notes: { owner: ['member-note', 'id'], isDeletedByPurge: true },
  id_request_answers: {
    owner: ['id-request', 'request_id'],
    key: ['request_id', 'position'],
    purged: ['notice_id'],
    isDeletedByPurge: true,
  },
  approvals: { owner: ['approval', 'id'] },
  bulk_jobs: { owner: ['bulk', 'id'], except: due },
  cluster_verdicts: { owner: ['cluster-verdict', 'id'], except: ['recorded_to', 'recorded'] },
  quality_samples: { owner: ['quality-sample', 'id'] },
  court_orders: { owner: ['court-order', 'id'], isLarge: true },
  ledger_transactions: { owner: ['ledger-transaction', 'id'] },
  ledger_entries: { owner: ['ledger-transaction', 'transaction_id'], key: ['transaction_id', 'account'] },
  allocations: { owner: ['allocation', 'id'], except: [...due, 'finalized_to'] },
  allocation_reports: { owner: ['allocation', 'allocation_id'], key: ['allocation_id'] },
  reports: { owner: ['report', 'id'] },
  rules: { owner: ['rule', 'id'] },
  rule_versions: { owner: ['rule', 'rule_id'], key: ['rule_id', 'version'] },
  rule_runs: { owner: ['rule-run', 'id'], except: [...due, 'looked_to'] },
  staff_passkeys: {
    owner: ['staff', 'staff_id'],
    except: ['name', 'counter', 'transports', 'backed_up', 'last_used_at'],
  },
  staff_roles: { owner: ['staff', 'staff_id'], key: ['staff_id', 'case_id', 'role'] },
} as const satisfies { readonly [Table in keyof Tables]?: HashedTable };

export type HashedTableName = keyof typeof hashedTables;
/** A row with all columns, as PostgreSQL's driver reads it. */
export interface HashedRow {
  readonly table: HashedTableName;
  readonly row: Readonly<Record<string, unknown>>;
}

export const definitions: Readonly<Record<HashedTableName, HashedTable>> = hashedTables;

const isHashedTable = (name: string): name is HashedTableName => name in hashedTables;
const tables = Object.keys(hashedTables).filter(isHashedTable);

/** The tables whose rows are in the histories of claims. */
export const tablesOfClaims = tables.filter((table) => definitions[table].owner === undefined);

/** The other tables, with the kind of record whose history has the rows, and the ID's column. */
export const tablesOfRecords = tables.flatMap((table) => {
  const { owner } = definitions[table];
  return owner ? [{ table, kind: owner[0], id: owner[1] }] : [];
});

/** The tables whose rows a purge deletes. */
export const deletedByPurge: ReadonlySet<string> = new Set(
  Object.entries(definitions).flatMap(([table, { isDeletedByPurge }]) => (isDeletedByPurge === true ? [table] : [])),
);

/**
 * The hash of a row for the entry that comes with its change. It is keyed: a person with write
 * access to the database can neither guess a row's content nor make the entry of a changed row.
 * @param row all columns, as `returning *` gives them
 */
export function hashRow<Table extends HashedTableName>(
  table: Table,
  row: Selectable<Tables[Table]>,
  keys: Pick<Keys, 'answers'>,
): RowHashes {
  return hashIfListed(table, { ...row }, keys);
}

/** Like `hashRow` for a row of any table, and empty for a table that is not listed. */
export function hashIfListed(table: string, row: HashedRow['row'], keys: Pick<Keys, 'answers'>): RowHashes {
  if (!isHashedTable(table)) return {};
  const hashed = { table, row };
  const name = rowName(hashed);
  return { [name]: hashWith(hashed, name, keys.answers) };
}

/** The details of an entry, with the hashes of the rows that were written with it. */
export const entryDetails = ({
  details,
  rows,
}: {
  readonly details: HistoryEntry['details'];
  readonly rows?: RowHashes | undefined;
}): HistoryEntry['details'] => ({ ...details, ...rows });

/** The details of an entry that people see. */
export const withoutRowHashes = (details: HistoryEntry['details']): HistoryEntry['details'] =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !isRowName(name)));

/** Whether a detail of an entry is the hash of a row. */
export const isRowName = (name: string): boolean => name.startsWith('row ');

/** The hash for the entry that comes with the deletion of a row. */
export function deletedRow(table: HashedTableName, key: HashedRow['row'], keys: Pick<Keys, 'answers'>): RowHashes {
  const name = rowName({ table, row: key });
  return { [name]: hashOfDeleted(name, keys.answers) };
}

const hashOfDeleted = (name: string, key: Buffer): string => keyedHashText(key, canonicalJson([name, null]), 'hex');

/** Whether an entry says that a row was deleted. */
export const isDeleted = (name: string, recorded: string, keys: Keys): boolean =>
  acceptedAnswersKeys(keys).some((key) => hashOfDeleted(name, key) === recorded);

/** The name of a row in entries, such as `row notes 5`. */
export function rowName({ table, row }: HashedRow): `row ${string}` {
  const { key = ['id'] } = definitions[table];
  const values = key.map((column) => canonicalJson(toJson(row[column])).replaceAll('"', ''));
  return `row ${[table, ...values].join(' ')}`;
}

/** The hashes of a row, one for each key that may have been used, without its content. */
export interface RowHash {
  readonly name: string;
  readonly hashes: readonly string[];
  /** The columns that a purge empties are empty. */
  readonly isEmptied: boolean;
}

export function hashForComparison(hashed: HashedRow, keys: Keys): RowHash {
  const name = rowName(hashed);
  const hashes = acceptedAnswersKeys(keys).map((key) => hashWith(hashed, name, key));
  return { name, hashes, isEmptied: isEmptied(hashed) };
}

/**
 * Whether a row matches the last entry about it.
 * @param isPurged the columns that a purge empties may be empty
 */
export function isRowAsHashed({ hashes, isEmptied: isEmpty }: RowHash, recorded: string, isPurged: boolean): boolean {
  // After a purge, only the columns that it leaves are compared.
  const compared = (hash: string) => (isPurged && isEmpty ? hash.split('.')[0] : hash);
  return hashes.some((hash) => compared(hash) === compared(recorded));
}

function isEmptied({ table, row }: HashedRow): boolean {
  const { purged = [] } = definitions[table];
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return purged.every((column) => isEmpty(row[column]));
}

/** In tables with columns that a purge empties, a second hash covers these columns alone. */
function hashWith({ table, row }: HashedRow, name: string, key: Buffer): string {
  const { except = [], purged = [] } = definitions[table];
  const kept: Record<string, Json> = {};
  const toPurge: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row))
    if (value !== null && !except.includes(column)) (purged.includes(column) ? toPurge : kept)[column] = toJson(value);
  const hash = (columns: Record<string, Json>) => keyedHashText(key, canonicalJson([name, columns]), 'hex');
  return purged.length === 0 ? hash(kept) : `${hash(kept)}.${hash(toPurge)}`;
}

/** A column's value, as PostgreSQL's driver reads it. */
function toJson(value: unknown): Json {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (isJson(value)) return value;
  throw new Error(`A column has a value that cannot be hashed: ${typeof value}`);
}

/** Arrays and columns of JSON are not searched, because they hold only JSON values. */
const isJson = (value: unknown): value is Json => !['bigint', 'function', 'symbol'].includes(typeof value);
