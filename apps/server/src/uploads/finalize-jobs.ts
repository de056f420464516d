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

export type ResumableUploadsOptions = FinalizeContext & JobRunnerOptions;

/** Starts to finalize uploads as soon as their bytes are all there. */
export function startResumableUploads(options: ResumableUploadsOptions): JobRunner {
  return startJobs(finalizeJobs(options), options);
}

/** Finalizes complete uploads. */
export function finalizeJobs(context: FinalizeContext): JobSource {
  return {
    name: 'upload',
    leases: jobLeases(context.database, 'upload'),
    // Small uploads finish while large ones take minutes.
    concurrency: 3,
    pauseSeconds: fileJobPauses,
    maxAttempts: maxFileJobAttempts,
    async run(id, holder, signal) {
      await finalizeUpload(context, id, holder, signal);
      return 'done';
    },
  };
}
