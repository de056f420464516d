import type { Database } from '../database/pool.ts';
import { jobLeases } from '../jobs/job-leases.ts';
import type { JobOutcome, JobSource } from '../jobs/job-runner.ts';

const minute = 60;
const hour = 60 * minute;

/** Sends queued emails. Most of the time, they wait for a mail server. */
export const mailJobs = (
  database: Database,
  name: 'letter' | 'receipt',
  send: (id: string, signal: AbortSignal) => Promise<JobOutcome>,
): JobSource => ({
  name,
  leases: jobLeases(database, name),
  concurrency: 4,
  pauseSeconds: [10, minute, 5 * minute, 15 * minute, hour],
  // Two weeks: a mail server that was down for longer needs an operator.
  maxAttempts: 14 * 24,
  run: (id, _holder, signal) => send(id, signal),
});
