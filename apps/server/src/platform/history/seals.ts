import { hash, timingSafeEqual } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { canonicalJson } from '../keys/canonical-json.ts';
import { findSealKey, keyedHash, type Keys } from '../keys/keys.ts';

export interface SealContent {
  /** Counts up from 1 without gaps. */
  readonly position: number;
  readonly sealedAt: Date;
  readonly entries: number;
  /** The Merkle root of the entries' hashes, in order of their IDs. */
  readonly treeRoot: Buffer;
  readonly previousRoot: Buffer | null;
  /** The ID of the last entry. */
  readonly lastEntry: number;
}
export interface Seal extends SealContent {
  readonly root: Buffer;
  readonly signature: Buffer;
  readonly keyVersion: number;
  /** The last entry of the previous seal, whose root covers it. Null for the first seal. */
  readonly previousLastEntry: number | null;
}

/** The root of a seal: SHA-256 of its content. It is stored, so it must never change. */
export function hashSeal({ position, sealedAt, entries, treeRoot, previousRoot, lastEntry }: SealContent): Buffer {
  const text = canonicalJson([
    position,
    sealedAt.toISOString(),
    entries,
    treeRoot.toString('hex'),
    previousRoot?.toString('hex') ?? null,
    lastEntry,
  ]);
  return hash('sha256', text, 'buffer');
}

/** Describes the fault of a seal or its link to the previous one; undefined if it is valid. */
function findSealFault(seal: Seal, previous: Seal | undefined, keys: Keys): string | undefined {
  if (seal.position !== (previous?.position ?? 0) + 1) return 'does not follow the seal before it: one is missing';
  const follows = previous ? seal.previousRoot?.equals(previous.root) === true : seal.previousRoot === null;
  if (!follows) return 'does not contain the root of the seal before it';
  if (!hashSeal(seal).equals(seal.root)) return 'was changed: its root does not match its content';
  const key = findSealKey(keys, seal.keyVersion);
  if (!key) return `was signed with a key of unknown version ${seal.keyVersion}`;
  return timingSafeEqual(signRoot(seal.root, key), seal.signature)
    ? undefined
    : 'was not signed with the key of this website: someone else made it, or SECRET_KEY is wrong';
}

/** The signature of a seal: a keyed hash of its root. */
export function signRoot(root: Buffer, key: Buffer): Buffer {
  return keyedHash(key, root.toString('hex'));
}

export function findLastSeal(database: Kysely<Tables>): Promise<Seal | undefined> {
  return selectSeals(database).orderBy('seal.position', 'desc').limit(1).executeTakeFirst();
}

const sealsPerBatch = 200;

/** Reads the seals from a position on, each with the fault of `findSealFault`. */
export async function* checkSeals(database: Kysely<Tables>, keys: Keys, from = 1) {
  let previous: Seal | undefined;
  // Begins one seal earlier, because the first one names the root of its predecessor.
  for (let after = Math.max(0, from - 2); ; after = previous?.position ?? 0) {
    const seals: Seal[] = await selectSeals(database)
      .where('seal.position', '>', String(after))
      .orderBy('seal.position')
      .limit(sealsPerBatch)
      .execute();
    if (seals.length === 0) return;
    for (const seal of seals) {
      if (seal.position >= from) yield { seal, fault: findSealFault(seal, previous, keys) };
      previous = seal;
    }
  }
}

/**
 * Reads some seals, and whether the root of each matches its content and was signed by this
 * website. Unlike `checkSeals`, this does not follow the seals to the newest one.
 */
export async function readSeals(database: Kysely<Tables>, keys: Keys, positions: readonly number[]) {
  if (positions.length === 0) return [];
  const seals: Seal[] = await selectSeals(database)
    .where('seal.position', 'in', positions.map(String))
    .orderBy('seal.position')
    .execute();
  return seals.map((seal) => {
    const key = findSealKey(keys, seal.keyVersion);
    const isSigned = key !== undefined && timingSafeEqual(signRoot(seal.root, key), seal.signature);
    return { seal, isValid: isSigned && hashSeal(seal).equals(seal.root) };
  });
}

function selectSeals(database: Kysely<Tables>) {
  // A `float8` arrives as a JavaScript number.
  return database
    .selectFrom('history_seals as seal')
    .leftJoin('history_seals as previous', (join) => join.on('previous.position', '=', sql<string>`seal.position - 1`))
    .select(['seal.sealed_at as sealedAt', 'seal.entries', 'seal.tree_root as treeRoot', 'seal.root', 'seal.signature'])
    .select(['seal.previous_root as previousRoot', 'seal.key_version as keyVersion'])
    .select([
      sql<number>`seal.position::float8`.as('position'),
      sql<number>`seal.last_entry::float8`.as('lastEntry'),
      sql<number | null>`previous.last_entry::float8`.as('previousLastEntry'),
    ]);
}

/** SQL: the seal that covers a row of a sealed table by its ID. */
export const coveringSeal = (table: (typeof sealedTables)[number]) => sql<number | null>`(
  select position::float8 from history_seals where last_entry >= ${sql.ref(`${table}.id`)} order by last_entry limit 1
)`;

/** The tables that seals cover. Their rows take IDs from one sequence. */
export const sealedTables = ['claim_history', 'record_history', 'access_log'] as const;

/** The time of the oldest entry that no seal covers; undefined when seals cover all. */
export async function findUnsealedSince(database: Kysely<Tables>): Promise<Date | undefined> {
  const last = await findLastSeal(database);
  const parts = sealedTables.map(
    (table) => sql`(select at from ${sql.table(table)} where id > ${last?.lastEntry ?? 0} order by id limit 1)`,
  );
  const { rows } = await sql<{ since: Date | null }>`
    select min(at) as since from (${sql.join(parts, sql` union all `)}) as first`.execute(database);
  return rows[0]?.since ?? undefined;
}

/**
 * The entries under a seal, in the order of its tree, with claim and position if they are part of a
 * claim's history. At most one more than the seal counts is read, to show that some were added.
 */
export async function readSealedEntries(database: Kysely<Tables>, seal: Seal) {
  const { rows } = await sql<{ claim_id: string | null; position: number | null; hash: Buffer }>`
    with sealed as (
      select id, claim_id, position, hash from claim_history where ${isSealedBy(seal)}
      union all select id, null, null, hash from record_history where ${isSealedBy(seal)}
      union all select id, null, null, hash from access_log where ${isSealedBy(seal)}
    )
    select claim_id, position, hash from sealed order by id limit ${seal.entries + 1}`.execute(database);
  return rows;
}

/** SQL: whether the row's ID is in the range of a seal. */
function isSealedBy({ previousLastEntry, lastEntry }: Seal): RawBuilder<boolean> {
  return sql<boolean>`(id > ${previousLastEntry ?? 0} and id <= ${lastEntry})`;
}
