import type { FastifyBaseLogger } from 'fastify';
import type { ClaimForm } from '@redress/forms/definition';
import { purgeDoneRows } from './jobs/outbox.ts';
import { clearFadedFailures } from './login/login-failures.ts';
import type { UploadRoom } from './uploads/receive-upload.ts';
import { removeAbandonedDocuments } from './uploads/remove-abandoned-uploads.ts';
import { tendStagedDocuments } from './uploads/cleanup-staged-uploads.ts';
import { tendUploads } from './uploads/cleanup-uploads.ts';
import type { UploadFolder } from './storage/upload-folder.ts';

const everyMilliseconds = 10 * 60 * 1_000;

/** What maintenance works on: the forms tell how many documents a claim may have. */
export interface MaintenanceRoom extends UploadRoom {
  readonly claimForms: readonly ClaimForm[];
  /** Where unfinished uploads are. */
  readonly folder: UploadFolder;
}

/**
 * Clears away what has had its day: used challenges and counters that have expired, outbox rows done long ago, documents that never arrived
 * whole, those of forms that nobody filed, and uploads that nobody went on with. What fails does not stop the rest, and is thrown at the end.
 */
export async function clearAway(context: MaintenanceRoom): Promise<void> {
  const now = context.now();
  const steps: (() => Promise<unknown>)[] = [
    () => context.database.deleteFrom('captcha_used').where('expires_at', '<', now).execute(),
    () => context.database.deleteFrom('limit_counters').where('expires_at', '<', now).execute(),
    () => clearFadedFailures(context.database, now),
    () => purgeDoneRows(context.database, now),
    () => removeAbandonedDocuments(context),
    () => tendStagedDocuments(context, context.claimForms),
    () => tendUploads(context),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'several parts of clearing away failed');
}

/** Does so now and every ten minutes, until the function it gives is called. Any number of processes may do it at once. */
export function startMaintenance(context: MaintenanceRoom, log: FastifyBaseLogger): () => void {
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
