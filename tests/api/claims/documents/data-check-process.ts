import { settlement } from '@redress/content/settlement';
import { startDataCheckWorker } from '@redress/server/claims/documents/data-check-jobs';
import { openDatabase } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';

/**
 * A process that only checks data files, so that tests can kill it in the middle: `node
 * data-check-process.ts <database> <folder>`.
 */
const [connectionString = '', folder = ''] = process.argv.slice(2);
startDataCheckWorker({
  database: openDatabase(connectionString, () => {}).database,
  keys: deriveKeys('a secret that only tests know, 32 characters'),
  store: await openUploadStore(folder),
  settlement,
  now: () => new Date(),
  log: createLog('warn'),
  process: { script: new URL('./misbehaving-check-worker.ts', import.meta.url) },
});
