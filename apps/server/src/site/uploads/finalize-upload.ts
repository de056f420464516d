import { Readable } from 'node:stream';
import type { FileResult } from '@redress/contract/uploads';
import type { SiteContext } from '../context.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { isHeldJob, jobLeases, LeaseLostError } from '../../platform/jobs/job-leases.ts';
import { fileJobAttempts, type JobSource } from '../../platform/jobs/job-runner.ts';
import { countUploadResult } from '../../platform/metrics/event-metrics.ts';
import type { ByteRange } from '../../platform/storage/disk.ts';
import { storageKeyOf } from '../../platform/storage/upload-store.ts';
import { type InspectedFile, type UploadContext, inspectFile } from './receive-upload.ts';
import { addUploadToClaim } from './add-upload-to-claim.ts';
import { findClaimDocumentsItem } from './authorize-upload.ts';
import { refusedResult, uploadResult } from './upload-results.ts';

export type FinalizeContext = UploadContext & Pick<SiteContext, 'uploadFolder' | 'settlement'>;

/** Finalizes uploads as soon as all their bytes have arrived. */
export function finalizeJobs(context: FinalizeContext): JobSource {
  return {
    name: 'upload',
    leases: jobLeases(context.database, 'upload'),
    // Small uploads finish while large ones take minutes.
    concurrency: 3,
    ...fileJobAttempts,
    run: (id, holder, signal) => finalizeUpload(context, id, holder, signal),
  };
}

/**
 * Inspects a complete upload and adds it to its claim, or records why not. The process may end at
 * any point: until the transaction commits, the upload stays `complete` and its bytes are whole in
 * the upload folder or in the store, so that it can be repeated. Bytes that a crash leaves behind
 * are removed with the row (`cleanUpResumableUploads`).
 */
async function finalizeUpload(
  context: FinalizeContext,
  id: string,
  holder: string,
  signal: AbortSignal,
): Promise<'done'> {
  const { uploadFolder, store } = context;
  const { name, size, item, claim, language, chosen } = await readCompleteUpload(context, id, holder);
  const key = storageKeyOf(claim, id);
  // After a crash, the store may have the upload already.
  const isInFolder = (await uploadFolder.find(id)) !== undefined;
  const isThere = isInFolder || (await store.has(key));
  const open = (range?: ByteRange) => (isInFolder ? uploadFolder.read(id, range) : store.read(key, range));
  const inspected = isThere
    ? await inspectFile({ name, size, maxBytes: size, open }, item, signal)
    : ({ name, reason: 'incomplete' } as const);
  if ('upload' in inspected) await moveIntoStore(context, id, key, inspected);
  signal.throwIfAborted();

  const result = await context.database.transaction().execute(async (transaction): Promise<FileResult> => {
    let outcome: FileResult;
    if ('reason' in inspected) outcome = refusedResult(inspected, item, language);
    else {
      const upload = { ...inspected.upload, id, storage_key: key, ...(chosen && { chosen }) };
      const obstacle = await addUploadToClaim(transaction, context, claim, item, upload);
      outcome = uploadResult(upload, obstacle, item, language);
    }
    await updateHeldJob(
      transaction,
      'upload',
      { id, leased_by: holder },
      {
        status: outcome.stored ? 'joined' : 'refused',
        result: JSON.stringify(outcome),
        finished_at: context.now(),
        leased_by: null,
      },
    );
    return outcome;
  });

  countUploadResult(result);
  await uploadFolder.remove(id);
  if (!result.stored || result.duplicate) await store.remove(key);
  return 'done';
}

async function readCompleteUpload({ database, settlement }: FinalizeContext, id: string, holder: string) {
  const row = await database
    .selectFrom('uploads as job')
    .innerJoin('claims', 'claims.id', 'job.claim_id')
    .select(['job.name', 'job.size', 'job.chosen', 'claims.id as claimId', 'claims.number'])
    .select(['claims.language', 'claims.form_id', 'claims.form_version'])
    .where(isHeldJob('upload', id, holder))
    .executeTakeFirstOrThrow(() => new LeaseLostError());
  const item = findClaimDocumentsItem(settlement.claimForms, row);
  if (!item) throw new Error(`No form ${row.form_id} of version ${row.form_version} asks for documents`);
  return { ...row, size: Number(row.size), item, claim: { id: row.claimId, number: row.number } };
}

/**
 * A stripped image is stored while the original stays in the upload folder until the upload is
 * finalized: a repeated attempt needs its hash.
 */
async function moveIntoStore(
  { store, uploadFolder }: FinalizeContext,
  id: string,
  key: string,
  { stripped, upload: { sha256 } }: Extract<InspectedFile, { upload: unknown }>,
): Promise<void> {
  if (stripped) return store.write(key, Readable.from([stripped]));
  try {
    await store.moveIn(key, { ...uploadFolder.arrived(id), sha256 });
  } catch (error) {
    // A process that crashed or lost its lease may have moved it before.
    if (errorCode(error) !== 'ENOENT' || !(await store.has(key))) throw error;
  }
}
