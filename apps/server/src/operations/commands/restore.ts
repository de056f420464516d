import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup } from '../backup/check-backup.ts';
import type { Manifest } from '../backup/manifest.ts';
import { readManifest } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Config } from '../../config.ts';
import { readConfig } from '../../config.ts';
import type { DataFolder } from '../../data-folder.ts';
import { databaseFolderName, openDataFolder } from '../../data-folder.ts';
import { isDatabaseUnavailable } from '../../database/database-errors.ts';
import { startLocalDatabase } from '../../database/local-database.ts';
import type { Secrets } from '../../keys/secrets.ts';
import { errorCode } from '../../error-code.ts';
import { readSecrets, secretFile } from '../../keys/secret-key.ts';
import { StartError } from '../../start-error.ts';

const usage = `Usage: npm run restore -- FOLDER

Restores the backup in FOLDER into an empty data folder (DATA_DIR), or into an empty database (DATABASE_URL) and an empty folder for documents.
Before anything is changed the whole backup is read and checked. A restore that is broken off goes on when it is run again.
The secret key of the backup's time is needed: as SECRET_KEY, or as the file "${secretFile}" in the new data folder.`;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  const [named] = positionals;
  if (values.help === true || named === undefined || positionals.length > 1) {
    say(usage);
    return values.help === true ? 0 : 2;
  }
  const folder = resolve(named);
  const config = readConfig(process.env, process.cwd());
  const manifest = await readManifest(folder);
  say(`The backup of ${manifest.madeAt} is being checked …`);
  await checkBackup(folder, manifest, progress);
  const dataFolder = await openDataFolder({
    dataDir: config.dataDir,
    embeddedDatabase: config.databaseUrl === undefined,
  });
  try {
    await restoreInto(config, dataFolder, folder, manifest);
    return 0;
  } finally {
    await dataFolder.release();
  }
}

async function restoreInto(config: Config, place: DataFolder, folder: string, manifest: Manifest): Promise<void> {
  const secrets = await findSecrets(config, place);
  const postgres =
    config.databaseUrl === undefined ? await startLocalDatabase(join(place.path, databaseFolderName), say) : undefined;
  try {
    say('It is whole, and is being restored …');
    await restoreBackup({
      connectionString: config.databaseUrl ?? postgres?.connectionString ?? '',
      folder,
      manifest,
      secrets,
      documentsFolder: config.documentsFolder ?? join(place.path, 'documents'),
      uploadsFolder: join(config.documentsFolder ?? place.path, 'uploads'),
      onProgress: progress,
    });
  } finally {
    await postgres?.stop();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Restored and counted: ${number(rows)} rows of ${manifest.tables.length} tables, ${number(manifest.documents.count)} documents, ${number(manifest.uploads.count)} unfinished uploads.`,
  );
  if (manifest.faults > 0)
    say(`${number(manifest.faults)} documents were missing or damaged already when the backup was made.`);
  say('What to do next:');
  say('  1. npm run claims:verify -- --documents    looks whether every claim is whole');
  say('  2. npm start                               receipts that were still owed are sent within minutes');
  say(
    `Claims that were filed after ${manifest.madeAt} are not in it; their numbers are not given out again. Who filed then has to file again: tell them.`,
  );
}

async function findSecrets({ secretKey, previousSecretKeys }: Config, { path }: DataFolder): Promise<Secrets> {
  if (secretKey !== undefined) return { present: secretKey, others: previousSecretKeys };
  const kept = await readSecrets(path);
  if (kept) return kept;
  throw new StartError(
    `The secret key of the backup is needed, and it is not in the backup: put it into the file ${join(path, secretFile)} (mode 600), or give it as SECRET_KEY.`,
  );
}

const number = (value: number) => value.toLocaleString('en-US');

let toldAt = Date.now();
function progress(what: string): void {
  if (Date.now() - toldAt < 5_000) return;
  toldAt = Date.now();
  say(`… ${what}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What a person can do about a failure, or undefined when it is a fault of the program. */
function reasonOf(error: unknown): string | undefined {
  const again = 'Run the same command again: it goes on.';
  if (error instanceof StartError) return error.message;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached, or went away. ${again}`;
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full: free up space. ${again}`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `A file cannot be read or written by this user: run it as the user that the server runs as. ${again}`;
    default:
      return undefined;
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  process.stderr.write(`\n${reason}\n\n`);
  process.exitCode = 1;
}
