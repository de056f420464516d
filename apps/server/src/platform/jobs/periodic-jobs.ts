import { sql } from 'kysely';
import type { PlatformContext } from '../context.ts';
import { jobLeases, maxPeriodicWait } from './job-leases.ts';
import type { JobSource } from './job-runner.ts';

/**
 * Runs each task once in a period, in one process at a time.
 * @throws RangeError for a period after which jobs count as due at once
 */
export function periodicJobs(
  { database, now }: Pick<PlatformContext, 'database' | 'now'>,
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
  seconds = 60,
): JobSource {
  if (seconds >= maxPeriodicWait) throw new RangeError(`${seconds} seconds are too long for a period`);
  const names = Object.keys(tasks);
  return {
    name: 'periodic',
    leases: jobLeases(database, 'periodic', sql`job.name = any(${names})`),
    concurrency: names.length,
    pauseSeconds: [seconds],
    maxAttempts: Infinity,
    async run(name, holder) {
      await tasks[name]?.();
      await database
        .updateTable('periodic_jobs')
        .set({ due_at: new Date(now().getTime() + seconds * 1_000), leased_by: null, attempts: 0, last_error: null })
        .where('name', '=', name)
        .where('leased_by', '=', holder)
        .execute();
      return 'done';
    },
  };
}
