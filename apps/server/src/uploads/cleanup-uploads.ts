import type { AppContext } from '../context.ts';
import { defaultConnectionLimits } from '../http/overload/connection-limits.ts';
import { storageKeyOf } from '../storage/stored-files.ts';
import type { FinalizeContext } from './finalize-upload.ts';
import { type UploadContext, discardAbandoned } from './receive-upload.ts';
import { attachStagedUploads } from './staged-uploads.ts';
import { completeUpload, deleteUnfinished, resumableMilliseconds } from './unfinished-uploads.ts';
import { findClaimDocumentsItem } from './authorize-upload.ts';
import { isUploadId } from '../storage/upload-folder.ts';

const hour = 60 * 60 * 1_000;
/** No request lasts so long, so what is still arriving then was abandoned. */
const arrivingMilliseconds = 2 * defaultConnectionLimits.requestTimeout;
/** A form is filed within a day of its first upload, or not at all. */
export const stagedMilliseconds = 24 * hour;
/** Rows in one pass. */
const batchSize = 500;

const ago = ({ now }: Pick<UploadContext, 'now'>, milliseconds: number) => new Date(now().getTime() - milliseconds);

/** Removes what crashes left of uploads that came in one request. */
export async function cleanUpReceivedUploads(context: UploadContext): Promise<void> {
  const before = ago(context, arrivingMilliseconds);
  await discardAbandoned(context, 'claim_documents', before);
  await discardAbandoned(context, 'staged_documents', before);
  await context.store.removeTemporary(before);
}

/**
 * Attaches staged uploads that a crash kept from their filed claim, and releases those that were
 * never filed. Uploads that came after the claim was filed may belong to a next claim.
 */
export async function cleanUpStagedUploads(context: UploadContext & Pick<AppContext, 'settlement'>): Promise<void> {
  const { database } = context;
  const filed = await database
    .selectFrom('staged_documents')
    .innerJoin('claims', 'claims.idempotency_key', 'staged_documents.form_key')
    .whereRef('staged_documents.created_at', '<=', 'claims.filed_at')
    .select(['claims.id', 'claims.number', 'claims.form_id', 'claims.form_version', 'claims.filed_at'])
    .select('staged_documents.form_key')
    .distinct()
    .limit(batchSize)
    .execute();
  for (const { form_key: formKey, filed_at: before, ...claim } of filed) {
    const item = findClaimDocumentsItem(context.settlement.claimForms, claim);
    if (item && formKey !== null) await attachStagedUploads(context, claim, item, formKey, { before });
  }

  await database
    .updateTable('staged_documents')
    .set({ form_key: null })
    .where('created_at', '<', ago(context, stagedMilliseconds))
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
}

/**
 * Completes resumable uploads whose process ended after the last byte, and removes abandoned ones,
 * rows of finished ones, and bytes without a row. One failure does not stop the others; all are
 * thrown at the end.
 */
export async function cleanUpResumableUploads(context: FinalizeContext): Promise<void> {
  const { database, store, uploadFolder } = context;
  const failures: unknown[] = [];
  const forEach = async <T>(items: readonly T[], cleanUp: (item: T) => Promise<void>) => {
    for (const item of items) await cleanUp(item).catch((error: unknown) => failures.push(error));
  };
  const before = ago(context, resumableMilliseconds);

  const arriving = await database
    .selectFrom('uploads')
    .select(['id', 'size', 'created_at'])
    .where('status', '=', 'arriving')
    .orderBy('created_at')
    .execute();
  await forEach(arriving, async ({ id, size, created_at: createdAt }) => {
    const found = await uploadFolder.find(id);
    if (found?.size === Number(size)) await completeUpload(context, id);
    else if ((found?.mtime ?? createdAt) < before) await deleteUnfinished(context, id);
  });
  const finished = await database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .leftJoin('claim_documents', 'claim_documents.id', 'uploads.id')
    .select(['uploads.id', 'claims.number', 'claim_documents.id as storedId'])
    .where('uploads.finished_at', '<', before)
    .orderBy('uploads.finished_at')
    .limit(batchSize)
    .execute();
  await forEach(finished, async ({ id, number, storedId }) => {
    await uploadFolder.remove(id);
    // A crash may have left bytes that the claim does not use; the row leads to them.
    if (storedId === null) await store.remove(storageKeyOf({ number }, id));
    await database.deleteFrom('uploads').where('id', '=', id).execute();
  });
  await forEach(await listWithoutRow(context), (id) => uploadFolder.remove(id));
  await uploadFolder
    .removeTemporary(ago(context, arrivingMilliseconds))
    .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} uploads could not be cleaned up`);
}

/** Reads the folder first, because a row is inserted before its first byte is written. */
async function listWithoutRow({ database, uploadFolder }: FinalizeContext): Promise<string[]> {
  const ids = (await uploadFolder.list()).filter(isUploadId);
  const orphans: string[] = [];
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize);
    const rows = await database.selectFrom('uploads').select('id').where('id', 'in', batch).execute();
    const known = new Set(rows.map(({ id }) => id));
    orphans.push(...batch.filter((id) => !known.has(id)));
  }
  return orphans;
}
