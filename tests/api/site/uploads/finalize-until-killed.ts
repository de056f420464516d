import { settlement } from '@redress/content/settlement';
import type { Tables } from '@redress/server/platform/database/tables';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';
import { parseDocuments } from '@redress/server/config';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { type FinalizeContext, finalizeJobs } from '@redress/server/site/uploads/finalize-upload';
import { Kysely, PostgresDialect } from 'kysely';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';

/** Where the process dies: just before or after a step of finalizing. */
type KillPoint = 'before-move' | 'during-move' | 'after-move' | 'before-commit' | 'after-commit';

/**
 * A process that finalizes uploads and is killed with SIGKILL in the middle. Arguments: database,
 * `DOCUMENTS_URL`, time, kill point. The environment has what a bucket needs.
 */
const [connectionString = '', documents = '', time = '', killPoint] = process.argv.slice(2);
const { AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region } = process.env;
const kill = () => process.kill(process.pid, 'SIGKILL');
const killAt = (point: KillPoint) => {
  if (killPoint === point) kill();
};

const { store, uploadFolder } = await openStorage(
  { documents: parseDocuments(documents, '/', { endpoint, region }) },
  '/nowhere',
);

/** The second part is asked for once the first one is stored. */
async function* dyingAfter(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, length);
  await Promise.resolve();
  killAt('during-move');
  yield bytes.subarray(length);
}
const context: FinalizeContext = {
  database: new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }),
    log: ({ query }) => {
      if (query.sql.startsWith('insert into "claim_history"')) killAt('before-commit');
    },
  }),
  store: {
    ...store,
    async moveIn(key, upload) {
      killAt('before-move');
      if (killPoint === 'during-move') {
        const bytes = await buffer(upload.read());
        return store.moveIn(key, { read: () => Readable.from(dyingAfter(bytes, 5 * 1024 ** 2)) });
      }
      await store.moveIn(key, upload);
      killAt('after-move');
    },
  },
  uploadFolder: {
    ...uploadFolder,
    remove(id) {
      killAt('after-commit');
      return uploadFolder.remove(id);
    },
  },
  keys: deriveKeys('a secret that only tests know, 32 characters'),
  settlement,
  now: () => new Date(time),
};
startJobs(finalizeJobs(context), { now: context.now, log: createLog('warn') });
