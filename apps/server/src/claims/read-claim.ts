import type { Language } from '@redress/contract/language';
import type { FiledClaimView } from '@redress/contract/page-renderer';
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

/** Reads a claim for its completion page; undefined if it does not exist or was purged. */
export async function readClaimView(
  database: Database,
  claimNumber: string,
): Promise<(FiledClaimView & { readonly language: Language }) | undefined> {
  const row = await database
    .selectFrom('claims')
    .select(['number as claimNumber', 'form_id as formId', 'language', 'filed_at', 'late'])
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
  if (!row) return undefined;
  const { filed_at: filedAt, documents, ...claim } = row;
  return { ...claim, dateCreated: filedAt.toISOString(), documents: Number(documents) };
}
