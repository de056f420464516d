import { settlement } from '@redress/content/settlement';
import { confirmBatch } from '@redress/server/console/letters/confirm-mailing';
import { makeLetterBatch } from '@redress/server/console/letters/letter-batches';
import { openDatabase } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';

/**
 * A process that makes a batch, or confirms one, and is killed with SIGKILL when its letters have
 * changed and their histories have not. Arguments: database, case, account, batch to confirm.
 */
const [connectionString = '', caseId = '', by = '', batchId] = process.argv.slice(2);
const { database } = openDatabase(connectionString, () => {});
const keys = Object.defineProperty(deriveKeys('a secret that only tests know, 32 characters'), 'answers', {
  get: () => process.kill(process.pid, 'SIGKILL'),
});
const now = new Date('2025-07-01T12:00:00Z');
const context = { database, settlement, keys, now: () => now };
if (batchId === undefined) await makeLetterBatch(context, by, caseId);
else await confirmBatch(context, by, { id: batchId, madeAt: now.toISOString() }, '2025-07-01');
