import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { type IntegrityContext, loadClaims } from './load-claims.ts';
import { catalogVersion } from './signal-catalog.ts';
import { claimKeys, storeKeys } from './store-keys.ts';
import { countClaims, countNames } from './baseline-rates.ts';

/** Whether every claim with scores has the keys of this release. */
export async function hasAllKeys(transaction: Kysely<Tables>): Promise<boolean> {
  const { catalog, keyed_to: keyedTo } = await transaction
    .selectFrom('integrity_progress')
    .select(['catalog', 'keyed_to'])
    .executeTakeFirstOrThrow();
  return catalog === catalogVersion && keyedTo === null;
}

/** While it waits, readers of these tables wait, too. A backup may hold the tables for long. */
const lockTimeout = '500ms';

/**
 * Deletes the data by which an earlier release compared claims: their keys, and counts of usual
 * values. Learned prices stay. The transaction must have paused scoring.
 * @throws DatabaseError `55P03` while a reader, for example a backup, holds the tables for longer
 */
export async function emptyKeys(transaction: Kysely<Tables>): Promise<void> {
  await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction);
  await sql`truncate claim_keys, claim_key_hubs, name_frequencies`.execute(transaction);
  await transaction.deleteFrom('integrity_counts').where('kind', '<>', 'unit-price').execute();
}

/**
 * Stores the keys of the next claims that have scores, without scoring them; claims without scores
 * are counted when they are first scored. Returns the ID of the last one; null after all of them.
 */
export async function storeNextKeys(
  transaction: Kysely<Tables>,
  context: Pick<IntegrityContext, 'settlement' | 'keys'>,
  after: string,
  limit: number,
): Promise<string | null> {
  const scored = await transaction
    .selectFrom('claim_scores')
    .select('claim_id')
    .where('claim_id', '>', after)
    .orderBy('claim_id')
    .limit(limit)
    .execute();
  const ids = scored.map(({ claim_id: id }) => id);
  const loaded = await loadClaims(transaction, context, ids);
  const claims = [...loaded.values()].sort((a, b) => Number(a.id) - Number(b.id));
  await storeKeys(transaction, claims.flatMap(claimKeys), new Set(ids));
  await countClaims(transaction, claims);
  await countNames(transaction, claims);
  return ids.at(-1) ?? null;
}
