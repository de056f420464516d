import { join } from 'node:path';
import type { Config } from './config.ts';
import { FolderInUseError, databaseFolderName, openDataFolder } from './data-folder.ts';
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

/** The keys of this configuration; without `SECRET_KEY` the one that is kept in the data folder. */
export async function readKeys({ secretKey }: Config, dataFolder: string): Promise<Keys> {
  return deriveKeys(secretKey ?? (await keepSecretKey(dataFolder)));
}

/** Opens the data folder, and starts the embedded PostgreSQL unless the configuration names another. Throws `StartError` for people. */
export async function openHouse(config: Config, say: (line: string) => void): Promise<House> {
  const { databaseUrl } = config;
  const embedded = databaseUrl === undefined;
  const folder = await openDataFolder({ dataDir: config.dataDir, embeddedDatabase: embedded });
  try {
    const keys = await readKeys(config, folder.path);
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

/**
 * The house of this configuration, whether its server runs or not: for the commands that work beside it. Where the server runs, so does its
 * database, which is used and left running.
 */
export async function openHouseBeside(config: Config, say: (line: string) => void): Promise<House> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) {
    const keys = await readKeys(config, dataDir);
    return { dataFolder: dataDir, keys, connectionString: databaseUrl, embedded: false, close: nothing };
  }
  try {
    return await openHouse(config, say);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const { path } = error;
    const keys = await readKeys(config, path);
    const { connectionString } = await startEmbeddedPostgres({ folder: join(path, databaseFolderName), log: () => {} });
    return { dataFolder: path, keys, connectionString, embedded: true, close: nothing };
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
