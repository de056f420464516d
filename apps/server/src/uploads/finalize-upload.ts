import { buffer } from 'node:stream/consumers';
import type { FileResult, RefusalReason } from '@redress/contract/uploads';
import type { FileType } from '@redress/forms/definition';
import { isImageType } from '@redress/image-metadata/strip-metadata';
import type { AppContext } from '../context.ts';
import { errorCode } from '../errors/error-code.ts';
import { type ByteRange, byteSource, hashBytes } from '../storage/disk.ts';
import { storageKeyOf } from '../storage/stored-files.ts';
import { checkFileType, sampleBytes, sampleFileType } from './file-type.ts';
import { type StrippedImage, type UploadContext, describeChanges, stripImage } from './receive-upload.ts';
import { addUploadToClaim } from './add-upload-to-claim.ts';
import { maxBytesOf } from './upload-limits.ts';
import { findClaimDocumentsItem } from './authorize-upload.ts';
import { addedResult, refusedResult } from './upload-results.ts';

export type FinalizeContext = UploadContext & Pick<AppContext, 'uploadFolder' | 'settlement'>;

/** Another process holds the upload now, so the result of this one does not count. */
class UploadLeaseLostError extends Error {
  override readonly name = 'UploadLeaseLostError';
}

/**
 * Checks a complete upload and adds it to its claim, or records why not. Returns the result, or
 * `undefined` when `holder` has no lease on it.
 * The process may end at any point: until the transaction commits, the upload stays `complete` and
 * its bytes are whole in the upload folder or in the store, so that it can be repeated. Bytes that
 * a crash leaves behind are removed with the row (`cleanUpResumableUploads`).
 */
export async function finalizeUpload(
  context: FinalizeContext,
  id: string,
  holder: string,
  signal: AbortSignal,
): Promise<FileResult | undefined> {
  const { uploadFolder, store } = context;
  const upload = await findCompleteUpload(context, id, holder);
  if (!upload) return undefined;
  const { name, item, claim, language, chosen, storageKey } = upload;
  const inspected = await inspect(context, upload, signal);
  if ('type' in inspected) await moveIntoStore(context, id, storageKey, inspected.image);
  signal.throwIfAborted();

  const result = await context.database.transaction().execute(async (transaction): Promise<FileResult> => {
    let outcome: FileResult;
    if ('refusal' in inspected) {
      outcome = refusedResult(name, inspected.refusal, item, language, inspected.maxBytes);
    } else {
      const { type, size, sha256, image } = inspected;
      const received = { id, storage_key: storageKey, type, size, sha256, ...describeChanges(name, type, image) };
      const obstacle = await addUploadToClaim(transaction, context, claim, item, {
        ...received,
        ...(chosen && { chosen }),
      });
      outcome = addedResult(received, obstacle, item, language);
    }
    const finished = await transaction
      .updateTable('uploads')
      .set({
        status: outcome.stored ? 'joined' : 'refused',
        result: JSON.stringify(outcome),
        finished_at: context.now(),
        leased_by: null,
        leased_until: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'complete')
      .where('leased_by', '=', holder)
      .returning('id')
      .executeTakeFirst();
    if (!finished) throw new UploadLeaseLostError();
    return outcome;
  });

  await uploadFolder.remove(id);
  if (!result.stored || result.duplicate) await store.remove(storageKey);
  return result;
}

async function findCompleteUpload({ database, settlement }: FinalizeContext, id: string, holder: string) {
  const row = await database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .select(['uploads.name', 'uploads.size', 'uploads.chosen', 'claims.id as claimId', 'claims.number'])
    .select(['claims.language', 'claims.form_id', 'claims.form_version'])
    .where('uploads.id', '=', id)
    .where('uploads.status', '=', 'complete')
    .where('uploads.leased_by', '=', holder)
    .executeTakeFirst();
  if (!row) return undefined;
  const item = findClaimDocumentsItem(settlement.claimForms, row);
  if (!item) throw new Error(`No form ${row.form_id} of version ${row.form_version} asks for documents`);
  const claim = { id: row.claimId, number: row.number };
  return { ...row, id, size: Number(row.size), item, claim, storageKey: storageKeyOf(claim, id) };
}
type CompleteUpload = NonNullable<Awaited<ReturnType<typeof findCompleteUpload>>>;

type Inspected =
  | {
      readonly type: FileType;
      readonly size: number;
      /** Of the bytes as sent. */
      readonly sha256: Buffer;
      readonly image: StrippedImage | undefined;
    }
  | { readonly refusal: RefusalReason; readonly maxBytes?: number };

/** Makes the checks of `receiveUpload` on bytes that are already here. */
async function inspect(
  { uploadFolder, store }: FinalizeContext,
  { id, name, size: expectedSize, item, storageKey }: CompleteUpload,
  signal: AbortSignal,
): Promise<Inspected> {
  const isInFolder = (await uploadFolder.find(id)) !== undefined;
  if (!isInFolder && !(await store.has(storageKey))) return { refusal: 'incomplete' };
  const open = async (range?: ByteRange) => (isInFolder ? uploadFolder.read(id, range) : store.read(storageKey, range));

  const sampled = await sampleFileType(await buffer(await open({ from: 0, to: sampleBytes })), name);
  const checked = await checkFileType(byteSource(name, expectedSize, open), sampled, item);
  if ('refusal' in checked) return checked;
  const { type } = checked;
  const maxBytes = maxBytesOf(item, type);
  if (expectedSize > maxBytes) return { refusal: 'too-large', maxBytes };
  const { size, sha256 } = await hashBytes(await open(), signal);
  if (size !== expectedSize) return { refusal: 'incomplete' };
  return { type, size, sha256, image: isImageType(type) ? await stripImage(open, type) : undefined };
}

/**
 * A stripped image is stored while the original stays in the upload folder until the upload is
 * finalized: a repeated attempt needs its hash.
 */
async function moveIntoStore(
  { store, uploadFolder }: FinalizeContext,
  id: string,
  storageKey: string,
  image: StrippedImage | undefined,
): Promise<void> {
  if (image?.changed) return store.moveIn(storageKey, await uploadFolder.writeTemporary(id, image.changed.bytes));
  try {
    await store.moveIn(storageKey, uploadFolder.pathOf(id));
  } catch (error) {
    // Moved before, by a process that crashed or lost its lease.
    if (errorCode(error) !== 'ENOENT' || !(await store.has(storageKey))) throw error;
  }
}
