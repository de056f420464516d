import type { ClaimForm } from '@redress/forms/definition';
import { attachStaged } from './attach-staged.ts';
import { documentsItemOf } from './upload-item.ts';
import type { UploadRoom } from './receive-upload.ts';
import { discardStaged } from './staged-uploads.ts';

/** A form that somebody is filling in is filed by then. */
const keptMilliseconds = 24 * 60 * 60 * 1_000;
/** No upload takes longer: the server ends a request after half an hour. */
const arrivingMilliseconds = 60 * 60 * 1_000;
/** How many are looked at in one go. */
const batchSize = 500;

/**
 * Attaches what a crash kept from its claim, and removes what nobody filed: after a day, and what never arrived whole after an hour. What
 * came after the claim was filed is left alone meanwhile: it may be meant for another claim that is about to be filed.
 */
export async function tendStagedDocuments(context: UploadRoom, forms: readonly ClaimForm[]): Promise<void> {
  const filed = await context.database
    .selectFrom('staged_documents')
    .innerJoin('claims', 'claims.idempotency_key', 'staged_documents.form_key')
    .whereRef('staged_documents.created_at', '<=', 'claims.filed_at')
    .select([
      'claims.id',
      'claims.number',
      'claims.form_id',
      'claims.form_version',
      'claims.filed_at',
      'staged_documents.form_key',
    ])
    .distinct()
    .limit(batchSize)
    .execute();
  for (const { form_key: formKey, filed_at: before, form_id: formId, form_version: version, ...claim } of filed) {
    const item = documentsItemOf(forms.find((form) => form.id === formId && form.version === version));
    if (item && formKey !== null) await attachStaged(context, claim, item, formKey, { before });
  }

  const ago = (milliseconds: number) => new Date(context.now().getTime() - milliseconds);
  await context.database
    .updateTable('staged_documents')
    .set({ form_key: null })
    .where('created_at', '<', ago(keptMilliseconds))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('claims')
            .select('claims.id')
            .whereRef('claims.idempotency_key', '=', 'staged_documents.form_key')
            .whereRef('staged_documents.created_at', '<=', 'claims.filed_at'),
        ),
      ),
    )
    .execute();
  const abandoned = await context.database
    .selectFrom('staged_documents')
    .select(['id', 'storage_key as storageKey'])
    .where('form_key', 'is', null)
    .where('created_at', '<', ago(arrivingMilliseconds))
    .limit(batchSize)
    .execute();
  await discardStaged(context, abandoned);
}
