import { join } from 'node:path';
import type { Config } from './config.ts';
import { databaseFolderName, openDataFolder } from './data-folder.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import type { Keys } from './keys.ts';
import { deriveKeys } from './keys.ts';
import { keepSecretKey } from './secret-key.ts';

/** What stands before anything is served: the data folder, the keys and a database that answers. */
export interface House {
  readonly dataFolder: string;
  readonly movedFrom?: string;
  readonly keys: Keys;
  readonly connectionString: string;
  readonly embedded: boolean;
  /** Stops what was started here, in the opposite order. */
  close(): Promise<void>;
}

/** Opens the data folder, and starts the embedded PostgreSQL unless the configuration names another. Throws `StartError` for people. */
export async function openHouse(config: Config, say: (line: string) => void): Promise<House> {
  const { databaseUrl, secretKey } = config;
  const embedded = databaseUrl === undefined;
  const folder = await openDataFolder({ dataDir: config.dataDir, embeddedDatabase: embedded });
  try {
    const keys = deriveKeys(secretKey ?? (await keepSecretKey(folder.path)));
    const moved = folder.movedFrom === undefined ? {} : { movedFrom: folder.movedFrom };
    if (databaseUrl !== undefined) {
      return {
        dataFolder: folder.path,
        ...moved,
        keys,
        connectionString: databaseUrl,
        embedded,
        close: folder.release,
      };
    }
    const postgres = await startEmbeddedPostgres({ folder: join(folder.path, databaseFolderName), log: say });
    const close = async () => {
      await postgres.stop();
      await folder.release();
    };
    return { dataFolder: folder.path, ...moved, keys, connectionString: postgres.connectionString, embedded, close };
  } catch (error) {
    await folder.release();
    throw error;
  }
}
