import type { Database } from '../database/pool.ts';

/** What is known of a claim that was filed with an idempotency key. */
export interface FiledClaim {
  readonly number: string;
  readonly filedAt: Date;
  readonly late: boolean;
  readonly documentsDue: boolean;
  readonly noticeId: string | null;
  readonly answersHash: Buffer;
}

export async function findClaimByKey(database: Database, idempotencyKey: string): Promise<FiledClaim | undefined> {
  const row = await database
    .selectFrom('claims')
    .select(['number', 'filed_at', 'late', 'documents_due', 'notice_id', 'answers_hash'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return (
    row && {
      number: row.number,
      filedAt: row.filed_at,
      late: row.late,
      documentsDue: row.documents_due,
      noticeId: row.notice_id,
      answersHash: row.answers_hash,
    }
  );
}
