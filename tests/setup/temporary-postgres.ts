import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFolderName, openDataFolder } from '@redress/server/data-folder';
import { startLocalDatabase } from '@redress/server/database/local-database';

export interface TemporaryPostgres {
  readonly address: string;
  /** The folder that goes away with it. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Starts an embedded PostgreSQL in a folder of its own. */
export async function startTemporaryPostgres(dataDir: string): Promise<TemporaryPostgres> {
  const data = await openDataFolder({ dataDir });
  const database = await startLocalDatabase(join(data.path, databaseFolderName));
  return {
    address: database.connectionString,
    folder: data.path,
    async remove() {
      await database.stop();
      // Another run may look at that moment whether the folder is a leftover.
      await rm(data.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
