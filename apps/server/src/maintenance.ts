import type { FastifyBaseLogger } from 'fastify';
import { purgeDoneRows } from './jobs/outbox.ts';
import { clearFadedFailures } from './login/login-failures.ts';
import type { AppContext } from './context.ts';
import { cleanUpResumableUploads, cleanUpStagedUploads, cleanUpWholeUploads } from './uploads/cleanup-uploads.ts';

const everyMilliseconds = 10 * 60 * 1_000;

type MaintenanceContext = Pick<AppContext, 'database' | 'keys' | 'store' | 'now' | 'uploadFolder' | 'settlement'>;

/**
 * Clears away what has had its day: used challenges and counters that have expired, outbox rows done long ago, documents that never arrived
 * whole, those of forms that nobody filed, and uploads that nobody went on with. What fails does not stop the rest, and is thrown at the end.
 */
export async function clearAway(context: MaintenanceContext): Promise<void> {
  const now = context.now();
  const steps: (() => Promise<unknown>)[] = [
    () => context.database.deleteFrom('captcha_used').where('expires_at', '<', now).execute(),
    () => context.database.deleteFrom('limit_counters').where('expires_at', '<', now).execute(),
    () => clearFadedFailures(context.database, now),
    () => purgeDoneRows(context.database, now),
    () => cleanUpWholeUploads(context),
    () => cleanUpStagedUploads(context),
    () => cleanUpResumableUploads(context),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'several parts of clearing away failed');
}

/** Does so now and every ten minutes, until the function it gives is called. Any number of processes may do it at once. */
export function startMaintenance(context: MaintenanceContext, log: FastifyBaseLogger): () => void {
  const run = () => {
    clearAway(context).catch((error: unknown) =>
      log.warn({ err: error }, 'clearing away failed; it is tried again later'),
    );
  };
  run();
  const timer = setInterval(run, everyMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
