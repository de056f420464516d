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
