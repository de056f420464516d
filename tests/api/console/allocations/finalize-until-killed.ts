import { settlement } from '@redress/content/settlement';
import { allocationJobs } from '@redress/server/console/allocations/allocation-jobs';
import { openDatabase } from '@redress/server/platform/database/pool';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';

/**
 * A process that makes claims final one by one, and is killed with SIGKILL within a transaction.
 * Arguments: database, time, and how many transactions end before.
 */
const [connectionString = '', time = '', batches = ''] = process.argv.slice(2);
const { database } = openDatabase(connectionString, () => {});
let looked = 0;
const context = {
  database,
  keys: deriveKeys('a secret that only tests know, 32 characters'),
  settlement,
  connectionString,
  claimsPerBatch: 1,
  now() {
    // Each batch looks at the clock once, before its claims are final.
    if (++looked > Number(batches)) process.kill(process.pid, 'SIGKILL');
    return new Date(time);
  },
};
startJobs(allocationJobs(context), {
  ...context,
  now: () => new Date(),
  log: createLog('warn'),
  pollMilliseconds: 100,
});
