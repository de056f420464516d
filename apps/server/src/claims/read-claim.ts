import type { Language } from '@redress/contract/language';
import type { FiledClaimView } from '@redress/contract/page-renderer';
import type { Database } from '../database/pool.ts';

export interface FiledClaim {
  readonly number: string;
  readonly filedAt: Date;
  readonly late: boolean;
  readonly documentsDue: boolean;
  readonly noticeId: string | null;
  readonly answersHash: Buffer;
}

/** Finds the claim that was filed with an idempotency key. */
export async function findClaimByKey(database: Database, idempotencyKey: string): Promise<FiledClaim | undefined> {
  return database
    .selectFrom('claims')
    .select([
      'number',
      'filed_at as filedAt',
      'late',
      'documents_due as documentsDue',
      'notice_id as noticeId',
      'answers_hash as answersHash',
    ])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** The content of a completion page, and the claim's language. */
export interface ClaimView extends FiledClaimView {
  readonly language: Language;
}

/** Reads a claim for its completion page; undefined if it does not exist or was purged. */
export async function readClaimView(database: Database, claimNumber: string): Promise<ClaimView | undefined> {
  const row = await database
    .selectFrom('claims')
    .select(['number', 'form_id', 'language', 'filed_at', 'late'])
    .select((from) =>
      from
        .selectFrom('claim_documents')
        .select((documents) => documents.fn.countAll<string>().as('count'))
        .whereRef('claim_documents.claim_id', '=', 'claims.id')
        .where('claim_documents.status', '=', 'stored')
        .as('documents'),
    )
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  return (
    row && {
      claimNumber: row.number,
      dateCreated: row.filed_at.toISOString(),
      late: row.late,
      documents: Number(row.documents),
      formId: row.form_id,
      language: row.language,
    }
  );
}
