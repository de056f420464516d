import type { Language } from '@redress/contract/language';
import type { FiledClaimView } from '@redress/contract/page-renderer';
import type { Database } from '../database/pool.ts';

/** What a completion page shows of a claim, with its language. */
export interface ViewedClaim extends FiledClaimView {
  readonly language: Language;
}

/** A claim as its completion page shows it, with the documents that are stored by now; undefined when there is no such claim, or its data was purged. */
export async function viewClaim(database: Database, claimNumber: string): Promise<ViewedClaim | undefined> {
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
