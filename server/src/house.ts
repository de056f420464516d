import { join } from 'node:path';
import type { Config } from './config.ts';
import { FolderInUseError, databaseFolderName, openDataFolder } from './data-folder.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { requireNoHalfRestore } from './backup/restore-mark.ts';
import { migrate } from './database/migrate.ts';
import { readRunningPostgres } from './database/running-postgres.ts';
import type { Keys } from './keys.ts';
import { openKeyRing } from './keys-rotation/open-key-ring.ts';
import { keepSecrets } from './secret-key.ts';
import { StartError } from './start-error.ts';

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

/**
 * The keys of this configuration, as its migrated database knows them; without `SECRET_KEY` those of the secret that is kept in the data
 * folder.
 * @throws StartError the database was written with another secret
 */
export async function readKeys(
  { secretKey, previousSecretKeys }: Config,
  { dataFolder, connectionString }: Pick<House, 'dataFolder' | 'connectionString'>,
): Promise<Keys> {
  const secrets =
    secretKey === undefined ? await keepSecrets(dataFolder) : { present: secretKey, others: previousSecretKeys };
  return openKeyRing(connectionString, secrets);
}

/**
 * Opens the data folder, starts the embedded PostgreSQL unless the configuration names another, brings its tables up to date and looks whether
 * the keys fit. Throws `StartError` for people.
 */
export async function openHouse(config: Config, say: (line: string) => void): Promise<House> {
  const { databaseUrl } = config;
  const embedded = databaseUrl === undefined;
  const folder = await openDataFolder({ dataDir: config.dataDir, embeddedDatabase: embedded });
  try {
    const moved = folder.movedFrom === undefined ? {} : { movedFrom: folder.movedFrom };
    if (databaseUrl !== undefined) {
      const place = { dataFolder: folder.path, connectionString: databaseUrl, embedded };
      return { ...place, ...moved, keys: await furnish(config, place), close: folder.release };
    }
    const postgres = await startEmbeddedPostgres({ folder: join(folder.path, databaseFolderName), log: say });
    const close = async () => {
      await postgres.stop();
      await folder.release();
    };
    const place = { dataFolder: folder.path, connectionString: postgres.connectionString, embedded };
    try {
      return { ...place, ...moved, keys: await furnish(config, place), close };
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  } catch (error) {
    await folder.release();
    throw error;
  }
}

type Place = Pick<House, 'dataFolder' | 'connectionString' | 'embedded'>;

async function furnish(config: Config, place: Place): Promise<Keys> {
  try {
    await requireNoHalfRestore(place.connectionString);
    await migrate(place.connectionString);
    return await readKeys(config, place);
  } catch (error) {
    if (error instanceof StartError || place.embedded || isOfMigration(error)) throw error;
    throw new StartError(
      `The database of DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

function isOfMigration(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('The migration');
}

/**
 * The house of this configuration, whether its server runs or not: for the commands that work beside it. Where the server runs, so does its
 * database, which is used and left running.
 */
export async function openHouseBeside(config: Config, say: (line: string) => void): Promise<House> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) {
    const place = { dataFolder: dataDir, connectionString: databaseUrl, embedded: false };
    return { ...place, keys: await furnish(config, place), close: nothing };
  }
  try {
    return await openHouse(config, say);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const { path } = error;
    const connectionString = await readRunningPostgres(join(path, databaseFolderName));
    const place = { dataFolder: path, connectionString, embedded: true };
    return { ...place, keys: await furnish(config, place), close: nothing };
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
