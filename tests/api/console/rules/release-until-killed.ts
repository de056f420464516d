import { settlement } from '@redress/content/settlement';
import { bulkJobs } from '@redress/server/console/bulk/bulk-jobs';
import { openDatabase } from '@redress/server/platform/database/pool';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';

/**
 * A process that acts on many claims in batches of ten, and is killed with SIGKILL at the end of a
 * batch, before it is committed.
 * Arguments: database, time, and how many batches end before.
 */
const [connectionString = '', time = '', batches = ''] = process.argv.slice(2);
const { database } = openDatabase(connectionString, () => {});
let looked = 0;
const context = {
  database,
  keys: deriveKeys('a secret that only tests know, 32 characters'),
  settlement,
  log: createLog('warn'),
  publicUrl: new URL('https://claims.example.com'),
  claimsPerBatch: 10,
  // The jobs' own clock runs outside of batches.
  now() {
    // A call from bulk-jobs.ts itself comes after the batch's claims: it writes their outcomes.
    const isAfterActing = /bulk-jobs\.ts/.test((new Error().stack ?? '').split('\n')[2] ?? '');
    if (isAfterActing && ++looked > Number(batches)) process.kill(process.pid, 'SIGKILL');
    return new Date(time);
  },
};
startJobs(bulkJobs(context), { ...context, now: () => new Date(), pollMilliseconds: 100 });
