import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

export type FiledClaim = NonNullable<Awaited<ReturnType<typeof findClaimByKey>>>;

export async function findClaimByKey(database: Database, idempotencyKey: string | undefined) {
  if (idempotencyKey === undefined) return undefined;
  return database
    .selectFrom('claims')
    .select(['number', 'filed_at as filedAt', 'late', 'documents_due as documentsDue'])
    .select(['notice_id as noticeId', 'answers_hash as answersHash'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/**
 * A claim that was filed before, for a repeated answer. Like the first one, it comes only when a
 * synchronous standby has the claim: after a crash, or when somebody cancels the wait of its
 * commit, the primary shows a claim that the standby may lack. A commit of our own waits for it.
 */
export async function findKeptClaim(database: Database, idempotencyKey: string | undefined) {
  const claim = await findClaimByKey(database, idempotencyKey);
  // Writes nothing else than a message that nobody reads.
  if (claim) await sql`select pg_logical_emit_message(true, 'redress', '')`.execute(database);
  return claim;
}

/** The form of a claim; undefined if it does not exist or was purged. */
export async function findFormId(database: Database, claimNumber: string): Promise<string | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select('form_id')
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  return claim?.form_id;
}
