import type { Database } from '../../platform/database/pool.ts';
import { waitForStandby } from '../../platform/database/wait-for-standby.ts';

export type FiledClaim = NonNullable<Awaited<ReturnType<typeof findClaimByKey>>>;

export async function findClaimByKey(database: Database, idempotencyKey: string | undefined) {
  if (idempotencyKey === undefined) return undefined;
  return database
    .selectFrom('claims')
    .select(['number', 'filed_at as filedAt', 'late', 'documents_due as documentsDue'])
    .select(['notice_id as noticeId', 'answers', 'summary', 'answers_hash as answersHash'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Finds a claim that was filed before. As with a new claim, waits until the standby has it. */
export async function findKeptClaim(database: Database, idempotencyKey: string | undefined) {
  const claim = await findClaimByKey(database, idempotencyKey);
  if (claim) await waitForStandby(database);
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
