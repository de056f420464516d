import { sql } from 'kysely';
import { claimLeases } from '../jobs/claim-leases.ts';
import { type JobSource, WorkerStoppedError, startJobWorker } from '../jobs/job-worker.ts';
import { type FinalizeContext, finalizeUpload } from './finalize-upload.ts';
import { type ResumableUploads, type UploadLockerOptions, uploadLocker } from './upload-locker.ts';

interface FinalizeOptions extends FinalizeContext {
  /** An upload was added to its claim. */
  readonly onFinalized?: () => void;
}
export interface ResumableUploadsOptions extends FinalizeOptions, UploadLockerOptions {
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
    name: 'finalizing uploads',
    // Skips rows that another worker is taking, then waits for rows that a request is writing.
    leaseNext: async (lease, now) => (await leases.leaseNext(lease, now)) ?? leases.leaseNext(lease, now, 'wait'),
    renew: leases.renew,
    async run(id, holder, signal) {
      const result = await finalizeUpload(options, id, holder, signal);
      if (result?.stored === true && !result.duplicate) options.onFinalized?.();
    },
    async release(id, holder, error) {
      if (error instanceof WorkerStoppedError) await leases.giveBack(id, holder);
      else await leases.postpone(id, holder, options.now());
    },
  };
}
