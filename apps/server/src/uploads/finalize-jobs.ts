import { jobLeases } from '../jobs/job-leases.ts';
import {
  fileJobPauses,
  type JobRunner,
  type JobRunnerOptions,
  type JobSource,
  maxFileJobAttempts,
  startJobs,
} from '../jobs/job-runner.ts';
import { type FinalizeContext, finalizeUpload } from './finalize-upload.ts';

interface FinalizeOptions extends FinalizeContext {
  /** An upload was added to its claim. */
  readonly onFinalized?: () => void;
}
export type ResumableUploadsOptions = FinalizeOptions & JobRunnerOptions;

/** Starts to finalize uploads as soon as their bytes are all there. */
export function startResumableUploads(options: ResumableUploadsOptions): JobRunner {
  return startJobs(finalizeJobs(options), options);
}

/** Finalizes complete uploads. */
export function finalizeJobs(options: FinalizeOptions): JobSource {
  return {
    name: 'upload',
    leases: jobLeases(options.database, 'upload'),
    // Small uploads finish while large ones take minutes.
    concurrency: 3,
    pauseSeconds: fileJobPauses,
    maxAttempts: maxFileJobAttempts,
    async run(id, holder, signal) {
      const result = await finalizeUpload(options, id, holder, signal);
      if (result?.stored === true && !result.duplicate) options.onFinalized?.();
      return 'done';
    },
  };
}
