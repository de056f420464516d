import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFolderName, openDataFolder } from '@redress/server/platform/start/data-folder';
import { startLocalDatabase } from '@redress/server/platform/database/local-database';
import { withClient } from '@redress/server/platform/database/pool';

export interface TemporaryPostgres {
  readonly address: string;
  /** `remove` removes the folder, too. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Starts an embedded PostgreSQL in a new folder. */
export async function startTemporaryPostgres(dataDir: string): Promise<TemporaryPostgres> {
  const data = await openDataFolder(dataDir);
  const database = await startLocalDatabase(join(data.path, databaseFolderName));
  return {
    address: database.connectionString,
    folder: data.path,
    async remove() {
      await database.stop();
      // Another run may be checking whether the folder is a leftover.
      await rm(data.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Writes need not reach the disk. A test that needs durable writes starts its own PostgreSQL. */
export function stopSyncing(address: string): Promise<void> {
  return withClient(address, async (client) => {
    await client.query('alter system set fsync = off');
    await client.query('alter system set full_page_writes = off');
    await client.query('select pg_reload_conf()');
  });
}
