import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { anyOf } from './load-claims.ts';
import { hasAllKeys } from './renew-keys.ts';
import { pauseScoring } from './scoring-lock.ts';

const allOf = (ids: readonly string[]) => sql<string>`all(${ids}::bigint[])`;

/**
 * Deletes what was derived from the answers of purged claims, and what staff wrote about them: keys,
 * also those of hubs and marks that no claim is left of, signals, and reasons of verdicts and marks. Scores, links and clusters stay: they are numbers. The transaction must keep the job away.
 */
export async function purgeIntegrity(transaction: Kysely<Tables>, claimIds: readonly string[]): Promise<void> {
  // The range is what the index by blocks of pages can use.
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
  // Until all claims have keys, nobody can tell which of them none is left of: a later purge can.
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

/** Names that fewer claims have are forgotten after a purge. */
const minNamesakes = 20;

/** A rare name, even as a hash, may tell who has filed. A missing name counts as a rare one. */
export async function forgetRareNames(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await pauseScoring(transaction);
    await sql`delete from name_frequencies where claims < ${minNamesakes}`.execute(transaction);
  });
}
