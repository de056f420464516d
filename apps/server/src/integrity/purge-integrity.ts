import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { anyOf } from './load-claims.ts';

/**
 * Deletes what was derived from the answers of purged claims, and what staff wrote about them: keys,
 * signals, and reasons of verdicts and marks. Scores, links and clusters stay: they are numbers. The
 * transaction must keep the job away.
 */
export async function purgeIntegrity(transaction: Kysely<Tables>, claimIds: readonly string[]): Promise<void> {
  // The range is what the index by blocks of pages can use.
  const sorted = claimIds.toSorted((a, b) => Number(a) - Number(b));
  await sql`
    delete from claim_keys
    where claim_id >= ${sorted[0] ?? '0'} and claim_id <= ${sorted.at(-1) ?? '0'} and claim_id = ${anyOf(claimIds)}`.execute(
    transaction,
  );
  for (const table of ['claim_signals', 'claim_scores_due'] as const)
    await transaction.deleteFrom(table).where('claim_id', '=', anyOf(claimIds)).execute();
  await sql`update claim_verdicts set reason = '' where claim_id = ${anyOf(claimIds)} and reason <> ''`.execute(
    transaction,
  );
  await sql`update neutral_marks set reason = 'Deleted with the claim' where claim_id = ${anyOf(claimIds)}`.execute(
    transaction,
  );
}
