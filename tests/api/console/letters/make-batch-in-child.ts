import { makeLetterBatch } from '@redress/server/console/letters/letter-batches';
import { openDatabase } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';

/**
 * A process that makes a batch, and is killed with SIGKILL when its letters have changed and their
 * histories have not. Arguments: database, case, account.
 */
const [connectionString = '', caseId = '', by = ''] = process.argv.slice(2);
const { database } = openDatabase(connectionString, () => {});
const keys = Object.defineProperty(deriveKeys('a secret that only tests know, 32 characters'), 'answers', {
  get: () => process.kill(process.pid, 'SIGKILL'),
});
await makeLetterBatch({ database, keys, now: () => new Date('2025-07-01T12:00:00Z') }, by, caseId);
