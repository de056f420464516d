import { findRunningPostgres } from '@redress/local-postgres/local-postgres';
import { join } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { databaseFolderName, findDataFolder, lockName } from '../../platform/start/data-folder.ts';
import { localDatabase } from '../../platform/database/local-database.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { startErrorOf } from '../../platform/errors/start-error.ts';
import { readLockHolder } from '../../platform/start/lock-file.ts';
import { openNetworkLists } from '../../claims/observations/network-lists.ts';
import { checkAddress } from './check-configuration.ts';
import {
  checkConnections,
  checkDatabaseClock,
  checkExtensions,
  checkMigrations,
  checkServerVersion,
  diagnoseDatabase,
  notChecked,
} from './check-database.ts';
import { checkClock, checkDisk, checkOpenFiles, checkServer, checkSite } from './check-machine.ts';
import { checkJobs, checkReceipts, checkRun, checkSeals, checkSecretKey } from './check-operation.ts';
import { documentFolders } from '../../platform/storage/open-storage.ts';
import { checkBucket, checkFolder, checkMail, checkScanner } from './check-services.ts';
import { type Diagnosis, diagnose, ok, problem, unavailable, warning } from './finding.ts';

/** A problem of this check means exit code 2. */
export const configurationCheck = 'configuration';

/**
 * Checks everything that a server needs, whether one runs or not. A failed check does not stop the
 * others. Changes nothing, except that it writes a small file beside the documents and removes it.
 * @param timeZone the settlement's, which the database has to know
 */
export async function examine(
  environment: Readonly<Record<string, string | undefined>>,
  currentFolder: string,
  timeZone: string,
): Promise<Diagnosis[]> {
  const configuration = readConfiguration(environment, currentFolder);
  if (!('config' in configuration))
    return [configuration, await diagnose('site', checkSite), await diagnose('clock', checkClock)];
  const { config } = configuration;
  const dataFolder = await findDataFolder(config.dataDir);
  const lockPath = join(dataFolder, lockName);
  const parts = await Promise.all([
    diagnose(configurationCheck, () => checkRest(config)),
    diagnose('address', () => checkAddress(config)),
    diagnose('site', checkSite),
    diagnose('server', () => checkServer(config)),
    examineDatabase(config, dataFolder, timeZone),
    ...examineStorage(config, dataFolder),
    diagnose('data folder', () =>
      checkDisk(dataFolder, config.databaseUrl === undefined ? 'the database' : 'the data folder'),
    ),
    diagnose('mail', () => checkMail(config)),
    diagnose('scanner', () => checkScanner(config, new Date())),
    diagnose('clock', checkClock),
    diagnose('open files', () => checkOpenFiles(lockPath)),
  ]);
  return parts.flat();
}

function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  currentFolder: string,
): { readonly config: Config } | Diagnosis {
  try {
    return { config: readConfig(environment, currentFolder) };
  } catch (error) {
    const message = startErrorOf(error)?.message;
    if (message === undefined) throw error;
    return { check: configurationCheck, ...problem(message.replaceAll('\n', ' ')) };
  }
}

/** Reads the files that the environment names, as the server does when it starts. */
async function checkRest(config: Config) {
  await openNetworkLists(config);
  return ok('The environment is valid.');
}

function examineStorage(config: Config, dataFolder: string): Promise<Diagnosis>[] {
  const { documents: location } = config;
  if (location?.kind === 's3') return [diagnose('documents', () => checkBucket(location))];
  const { documents, uploads } = documentFolders(location, dataFolder);
  return [
    diagnose('documents', () => checkFolder(documents)),
    diagnose('uploads', () => checkFolder(uploads)),
    diagnose('disk', () => checkDisk(documents, 'documents')),
  ];
}

async function examineDatabase(config: Config, dataFolder: string, timeZone: string): Promise<Diagnosis[]> {
  const checks = {
    database: checkServerVersion,
    connections: checkConnections(config),
    extensions: checkExtensions,
    'database clock': checkDatabaseClock(timeZone),
    migrations: checkMigrations,
    'secret key': checkSecretKey(config, dataFolder),
    jobs: checkJobs(config),
    receipts: checkReceipts,
    seals: checkSeals,
    backup: checkRun('backup'),
    verification: checkRun('verify'),
    purge: checkRun('purge'),
  };
  if (config.databaseUrl !== undefined) return diagnoseDatabase(config.databaseUrl, checks);
  const embedded = await findEmbedded(dataFolder);
  if ('connectionString' in embedded) return diagnoseDatabase(embedded.connectionString, checks);
  const others = Object.keys(checks).filter((check) => check !== 'database');
  return [embedded, ...others.map(notChecked)];
}

/** The embedded PostgreSQL belongs to a running server: this never starts it. */
async function findEmbedded(dataFolder: string): Promise<{ readonly connectionString: string } | Diagnosis> {
  try {
    return { connectionString: await findRunningPostgres(join(dataFolder, databaseFolderName), localDatabase.name) };
  } catch (error) {
    if (errorCode(error) === 'EACCES')
      return { check: 'database', ...problem(`${dataFolder} cannot be read: run this as the user of the server.`) };
    const serverId = await readLockHolder(join(dataFolder, lockName));
    return {
      check: 'database',
      ...(serverId === undefined
        ? warning('The embedded PostgreSQL is not running, because no server is: start the server.')
        : unavailable(`The embedded PostgreSQL of the server (process ${serverId}) does not answer: see its log.`)),
    };
  }
}
