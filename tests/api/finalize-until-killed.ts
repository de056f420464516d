import { settlement } from '@redress/content/settlement';
import type { Tables } from '@redress/server/database/tables';
import { deriveKeys } from '@redress/server/keys/keys';
import { createLog } from '@redress/server/logging/log';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { startJobs } from '@redress/server/jobs/job-runner';
import { type FinalizeContext, finalizeJobs } from '@redress/server/uploads/finalize-upload';
import { openUploadFolder } from '@redress/server/storage/upload-folder';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** Where the process dies: just before or after a step of finalizing. */
type KillPoint = 'before-move' | 'after-move' | 'before-commit' | 'after-commit';

/**
 * A process that finalizes uploads and is killed with SIGKILL in the middle. Arguments: database,
 * documents, upload folder, time, kill point.
 */
const [connectionString = '', documents = '', uploadFolder = '', time = '', killPoint] = process.argv.slice(2);
const kill = () => process.kill(process.pid, 'SIGKILL');
const killAt = (point: KillPoint) => {
  if (killPoint === point) kill();
};

const store = await openUploadStore(documents);
const folder = await openUploadFolder(uploadFolder);
const context: FinalizeContext = {
  database: new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }),
    log: ({ query }) => {
      if (query.sql.startsWith('insert into "claim_history"')) killAt('before-commit');
    },
  }),
  store: {
    ...store,
    async moveIn(key, path) {
      killAt('before-move');
      await store.moveIn(key, path);
      killAt('after-move');
    },
  },
  uploadFolder: {
    ...folder,
    remove(id) {
      killAt('after-commit');
      return folder.remove(id);
    },
  },
  keys: deriveKeys('a secret that only tests know, 32 characters'),
  settlement,
  now: () => new Date(time),
};
startJobs(finalizeJobs(context), { now: context.now, log: createLog('warn') });
