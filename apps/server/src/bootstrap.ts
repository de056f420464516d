import { join } from 'node:path';
import pg from 'pg';
import type { Config } from './config.ts';
import { FolderInUseError, databaseFolderName, openDataFolder } from './data-folder.ts';
import { isDatabaseUnavailable } from './database/database-errors.ts';
import { startEmbeddedPostgres } from '@redress/local-postgres/embedded-postgres';
import { requireNoHalfRestore } from './operations/backup/restore-mark.ts';
import { migrate } from './database/migrate.ts';
import { requireSuitable } from './database/require-suitable.ts';
import { readRunningPostgres } from '@redress/local-postgres/running-postgres';
import type { Keys } from './keys/keys.ts';
import { needsItsSecret, openKeyRing } from './keys/open-key-ring.ts';
import type { Secrets } from './keys/secrets.ts';
import { keepSecrets, readSecrets, secretFile } from './keys/secret-key.ts';
import { StartError, startErrorOf } from './start-error.ts';

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
    secretKey === undefined
      ? await keptSecrets(dataFolder, connectionString)
      : { present: secretKey, others: previousSecretKeys };
  return openKeyRing(connectionString, secrets);
}

/**
 * A new secret is made for a new database only: beside data it would be a wrong one, and would hide
 * that the right one is lost.
 */
async function keptSecrets(dataFolder: string, connectionString: string): Promise<Secrets> {
  const kept = await readSecrets(dataFolder);
  if (kept) return kept;
  if (await needsItsSecret(connectionString)) {
    throw new StartError(
      `The secret key ${join(dataFolder, secretFile)} is lost, and the data was written with it: put it back from where you keep it, ` +
        `or give its text as SECRET_KEY. Without it tax IDs cannot be read and nobody can log in; to begin anew, set DATA_DIR to a new folder.`,
    );
  }
  return keepSecrets(dataFolder);
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
    if (!place.embedded) await requireSuitable(place.connectionString);
    await requireNoHalfRestore(place.connectionString);
    await migrate(place.connectionString);
    return await readKeys(config, place);
  } catch (error) {
    throw unusableDatabase(error, place);
  }
}

/** The one line for people about an error of the database; any other error stays as it is. */
export function unusableDatabase(error: unknown, { embedded, dataFolder }: Omit<Place, 'connectionString'>): unknown {
  if (startErrorOf(error)) return error;
  // Of the embedded one everything is ours, and what PostgreSQL did not say is a fault of the
  // program.
  if (embedded && !(error instanceof pg.DatabaseError) && !isDatabaseUnavailable(error)) return error;
  const name = embedded ? `in ${join(dataFolder, databaseFolderName)}` : 'of DATABASE_URL';
  return new StartError(`The database ${name} cannot be used: ${wordsOf(error)}`, { cause: error });
}

/** An error of several connections has no words of its own. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(wordsOf).join(', ');
  return error instanceof Error ? error.message : String(error);
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
