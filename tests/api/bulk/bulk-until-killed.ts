import { settlement } from '@redress/content/settlement';
import { bulkJobs } from '@redress/server/bulk/bulk-jobs';
import { openDatabase } from '@redress/server/database/pool';
import { startJobs } from '@redress/server/jobs/job-runner';
import { deriveKeys } from '@redress/server/keys/keys';
import { createLog } from '@redress/server/logging/log';

/**
 * A process that acts on many claims in batches of ten, and is killed with SIGKILL while it acts on
 * the claims of one batch. Arguments: database, time, number of the batch (none: never).
 */
const [connectionString = '', time = '', lastBatch = 'Infinity'] = process.argv.slice(2);
const { database } = openDatabase(connectionString, () => {});
let transactions = 0;
const context = {
  database,
  keys: deriveKeys('a secret that only tests know, 32 characters'),
  settlement,
  log: createLog('warn'),
  claimsPerBatch: 10,
  // The jobs' own clock runs outside of batches.
  now() {
    const isInBatch = (new Error().stack ?? '').includes('storeApprovals');
    if (isInBatch && ++transactions > Number(lastBatch)) process.kill(process.pid, 'SIGKILL');
    return new Date(time);
  },
};
// A short lease, so that the next process takes over at once.
startJobs(bulkJobs(context), { ...context, now: () => new Date(), pollMilliseconds: 100, leaseMilliseconds: 1_500 });
