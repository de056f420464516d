import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { anyOf } from './load-claims.ts';
import { hasAllKeys } from './renew-keys.ts';
import { pauseScoring } from './scoring-lock.ts';

const allOf = (ids: readonly string[]) => sql<string>`all(${ids}::bigint[])`;

/**
 * Deletes data derived from the answers of purged claims, and what staff wrote about them: keys
 * (with those of hubs and marks that no claim has), signals, and reasons of verdicts and marks.
 * Scores, links and clusters stay: they are numbers. The transaction must have paused scoring.
 */
export async function purgeIntegrity(transaction: Kysely<Tables>, claimIds: readonly string[]): Promise<void> {
  // The index of page blocks can use only a range.
  const sorted = claimIds.toSorted((a, b) => Number(a) - Number(b));
  await sql`
    with deleted as (
      delete from claim_keys
      where claim_id >= ${sorted[0] ?? '0'} and claim_id <= ${sorted.at(-1) ?? '0'} and claim_id = ${anyOf(claimIds)}
      returning key
    )
    delete from claim_key_hubs where key in (select key from deleted)
      and not exists (
        select from claim_keys left_over where left_over.key = claim_key_hubs.key and left_over.claim_id <> ${allOf(claimIds)}
      )`.execute(transaction);
  // Until all claims have keys, unused keys cannot be told apart; a later purge deletes them.
  if (await hasAllKeys(transaction))
    await sql`
    update neutral_marks set keys = coalesce(
      (select array_agg(key) from unnest(keys) as key where exists (select from claim_keys where claim_keys.key = key)), '{0}'
    ) where keys <> '{0}'`.execute(transaction);
  for (const table of ['claim_signals', 'claim_scores_due'] as const)
    await transaction.deleteFrom(table).where('claim_id', '=', anyOf(claimIds)).execute();
  await sql`update claim_verdicts set reason = '' where claim_id = ${anyOf(claimIds)} and reason <> ''`.execute(
    transaction,
  );
  await sql`update neutral_marks set reason = 'Deleted with the claim' where claim_id = ${anyOf(claimIds)}`.execute(
    transaction,
  );
}

/** After a purge, names that fewer claims have are deleted. */
const minNamesakes = 20;

/** A rare name, even as a hash, may reveal who filed. A missing name counts as a rare one. */
export async function forgetRareNames(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await pauseScoring(transaction);
    await sql`delete from name_frequencies where claims < ${minNamesakes}`.execute(transaction);
  });
}
