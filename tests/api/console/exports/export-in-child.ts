import { settlement } from '@redress/content/settlement';
import { openDatabase } from '@redress/server/platform/database/pool';
import { exportJobs } from '@redress/server/console/exports/export-jobs';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';

/**
 * A process that writes exports, and is killed with SIGKILL when it has written this many bytes of
 * one. Arguments: database, documents, bytes.
 */
const [connectionString = '', documents = '', lastBytes = 'Infinity'] = process.argv.slice(2);
const { database } = openDatabase(connectionString, () => {});
const store = await openUploadStore(documents);
const context = {
  database,
  store: {
    ...store,
    write(key: string, bytes: AsyncIterable<Buffer>) {
      const untilKilled = async function* () {
        let written = 0;
        for await (const part of bytes) {
          written += part.length;
          if (written > Number(lastBytes)) process.kill(process.pid, 'SIGKILL');
          yield part;
        }
      };
      return store.write(key, untilKilled());
    },
  },
  keys: deriveKeys('a secret that only tests know, 32 characters'),
  settlement,
  now: () => new Date(),
  log: createLog('warn'),
};
startJobs(exportJobs(context), { ...context, pollMilliseconds: 100 });
