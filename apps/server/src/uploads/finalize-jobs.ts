import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { claimLeases } from '../jobs/claim-leases.ts';
import { type JobSource, WorkerStoppedError, startJobWorker } from '../jobs/job-worker.ts';
import { type CompleteUpload, type FinalizeContext, finalizeUpload } from './finalize-upload.ts';
import { findClaimDocumentsItem } from './upload-limits.ts';
import { type ResumableUploads, uploadLocker } from './upload-locker.ts';

interface FinalizeOptions extends FinalizeContext, Pick<AppContext, 'settlement'> {
  /** An upload was added to its claim. */
  readonly onFinalized?: () => void;
}
export interface ResumableUploadsOptions extends FinalizeOptions, Pick<AppContext, 'log'> {
  /** How long a dead process keeps its locks and leases. */
  readonly leaseMilliseconds?: number;
  /** How long a request waits for an upload that another request holds. */
  readonly waitMilliseconds?: number;
  /** How soon it finds uploads that another process received and did not finalize. */
  readonly pollMilliseconds?: number;
}

/** Small uploads finish while large ones take minutes. */
const concurrentFinalizations = 3;

/** Starts the worker that finalizes uploads as soon as their bytes are all there. */
export function startResumableUploads(options: ResumableUploadsOptions): ResumableUploads {
  const worker = startJobWorker({ ...options, source: finalizeJobs(options), concurrency: concurrentFinalizations });
  return { locker: uploadLocker(options), wakeFinalizer: worker.wake, stop: worker.stop };
}

/** Finalizes complete uploads. Retries failures with growing pauses and never gives up. */
export function finalizeJobs(options: FinalizeOptions): JobSource {
  const leases = claimLeases(options.database, {
    table: 'uploads',
    id: 'id',
    since: 'created_at',
    finishedAt: 'finished_at',
    isOpen: sql`job.status = 'complete'`,
  });
  return {
    name: 'joining uploads',
    // Skips rows that another worker is taking, then waits for rows that a request is writing.
    leaseNext: async (lease, now) => (await leases.leaseNext(lease, now)) ?? leases.leaseNext(lease, now, 'wait'),
    renew: leases.renew,
    async run(id, holder, signal) {
      const upload = await readCompleteUpload(options, id, holder);
      if (!upload) return;
      const result = await finalizeUpload(options, upload, holder, signal);
      if (result.stored && !result.duplicate) options.onFinalized?.();
    },
    async release(id, holder, error) {
      if (error instanceof WorkerStoppedError) await leases.giveBack(id, holder);
      else await leases.postpone(id, holder, options.now());
    },
  };
}

async function readCompleteUpload(
  { database, settlement }: FinalizeOptions,
  id: string,
  holder: string,
): Promise<CompleteUpload | undefined> {
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
  const { name, chosen, language, claimId, number } = row;
  return { id, name, size: Number(row.size), chosen, language, item, claim: { id: claimId, number } };
}
