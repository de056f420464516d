import { findRunningPostgres } from '@redress/local-postgres/local-postgres';
import { localDatabase, startLocalDatabase } from '../database/local-database.ts';
import { join } from 'node:path';
import pg from 'pg';
import { FolderInUseError, databaseFolderName, openDataFolder } from './data-folder.ts';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { migrate } from '../database/migrate.ts';
import type { Keys } from '../keys/keys.ts';
import { hasEncryptedData, openKeyRing } from '../keys/key-ring.ts';
import { readOrCreateSecrets, readSecrets, secretFile, type Secrets } from '../keys/secrets.ts';
import { StartError, startErrorOf } from '../errors/start-error.ts';

/** The settings of the data folder, the database and the keys. */
interface DatabaseConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly secretKey: string | undefined;
  readonly previousSecretKeys: readonly string[];
}

/** The opened data folder and a reachable database. */
export interface Location {
  readonly dataFolder: string;
  readonly connectionString: string;
  /** The server runs its own PostgreSQL, because `DATABASE_URL` is not set. */
  readonly embedded: boolean;
}

/** The data folder, migrated database and keys that the server and every command need first. */
export interface Infrastructure extends Location {
  readonly keys: Keys;
}

/**
 * Opens the data folder, and starts the embedded PostgreSQL unless `DATABASE_URL` is set.
 * @param started releases the folder and stops PostgreSQL
 * @param besideServer uses the database of a running server, and leaves it running
 * @throws StartError with a message for the operator
 */
export async function openLocation(
  { dataDir, databaseUrl }: Pick<DatabaseConfig, 'dataDir' | 'databaseUrl'>,
  log: (line: string) => void,
  started: AsyncDisposableStack,
  besideServer = false,
): Promise<Location> {
  const embedded = databaseUrl === undefined;
  if (!embedded && besideServer) return { dataFolder: dataDir, connectionString: databaseUrl, embedded };
  try {
    const { path: dataFolder, release } = await openDataFolder(dataDir, embedded);
    started.defer(release);
    if (!embedded) return { dataFolder, connectionString: databaseUrl, embedded };
    const starting = startLocalDatabase(join(dataFolder, databaseFolderName), log);
    // A stop during startup waits for it: PostgreSQL would run on without this process.
    started.defer(() => starting.then(({ stop }) => stop()).catch(() => {}));
    const { connectionString } = await starting;
    return { dataFolder, connectionString, embedded };
  } catch (error) {
    if (!besideServer || !(error instanceof FolderInUseError)) throw error;
    const { path: dataFolder } = error;
    const connectionString = await findRunningPostgres(join(dataFolder, databaseFolderName), localDatabase.name);
    return { dataFolder, connectionString, embedded };
  }
}

/** Like `openLocation`, and migrates the database and reads the keys. */
export async function bootstrap(
  config: DatabaseConfig,
  log: (line: string) => void,
  started: AsyncDisposableStack,
  besideServer = false,
): Promise<Infrastructure> {
  const location = await openLocation(config, log, started, besideServer);
  const { dataFolder, connectionString, embedded } = location;
  try {
    await migrate(connectionString, undefined, log);
    return { ...location, keys: await readKeys(config, location) };
  } catch (error) {
    if (startErrorOf(error)) throw error;
    // The embedded database is ours, so an error that PostgreSQL did not report is a bug.
    if (embedded && !(error instanceof pg.DatabaseError) && !isDatabaseUnavailable(error)) throw error;
    const name = embedded ? `in ${join(dataFolder, databaseFolderName)}` : 'of DATABASE_URL';
    throw new StartError(`The database ${name} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * The keys of a migrated database, derived from `SECRET_KEY` or from the secret in the data folder.
 * @throws StartError when the database was written with another secret
 */
export async function readKeys(
  { secretKey, previousSecretKeys }: Pick<DatabaseConfig, 'secretKey' | 'previousSecretKeys'>,
  { dataFolder, connectionString }: Pick<Location, 'dataFolder' | 'connectionString'>,
): Promise<Keys> {
  const secrets =
    secretKey === undefined
      ? await storedSecrets(dataFolder, connectionString)
      : { current: secretKey, others: previousSecretKeys };
  return openKeyRing(connectionString, secrets);
}

/** Creates a secret for an empty database only: for existing data, a new secret would be wrong. */
async function storedSecrets(dataFolder: string, connectionString: string): Promise<Secrets> {
  const stored = await readSecrets(dataFolder);
  if (stored) return stored;
  if (await hasEncryptedData(connectionString)) {
    throw new StartError(
      `The secret key ${join(dataFolder, secretFile)} is missing, and the data was written with it: restore it from your copy, ` +
        `or give its text as SECRET_KEY. Without it tax IDs cannot be read and class members cannot log in; to start over, set DATA_DIR to a new folder.`,
    );
  }
  return readOrCreateSecrets(dataFolder);
}

/** An AggregateError (several failed connections) has an empty message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
