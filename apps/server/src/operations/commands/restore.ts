import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { databaseFolderName, openDataFolder, storageFolders } from '../../data-folder.ts';
import { isDatabaseUnavailable } from '../../database/database-errors.ts';
import { startLocalDatabase } from '../../database/local-database.ts';
import { readSecrets, secretFile, type Secrets } from '../../keys/secrets.ts';
import { StartError } from '../../errors/start-error.ts';
import { type Manifest, readManifest } from '../backup/backup-manifest.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { fileErrorReason, formatCount, print, runCommand } from './command.ts';
import { throttle } from './progress.ts';

const usage = `Usage: npm run restore -- FOLDER

Restores the backup in FOLDER into an empty data folder (DATA_DIR), or into an empty database (DATABASE_URL) and an empty folder for documents.
Before it changes anything it reads and checks the whole backup. A restore that was interrupted continues when you run it again.
It needs the secret key from the time of the backup: as SECRET_KEY, or as the file "${secretFile}" in the new data folder.`;

async function restore(folder: string): Promise<number> {
  const config = readConfig(process.env, process.cwd());
  const manifest = await readManifest(folder);
  print(`Checking the backup of ${manifest.madeAt} …`);
  await checkBackup(folder, manifest, onProgress);
  const opened = new AsyncDisposableStack();
  try {
    const embeddedDatabase = config.databaseUrl === undefined;
    const { path, release } = await openDataFolder({ dataDir: config.dataDir, embeddedDatabase });
    opened.defer(release);
    const secrets = await findSecrets(config, path);
    let connectionString = config.databaseUrl ?? '';
    if (embeddedDatabase) {
      const postgres = await startLocalDatabase(join(path, databaseFolderName), print);
      opened.defer(() => postgres.stop());
      connectionString = postgres.connectionString;
    }
    print('It is intact. Restoring it …');
    const { documents: documentsFolder, uploads: uploadsFolder } = storageFolders(config, path);
    await restoreBackup({ connectionString, folder, manifest, secrets, documentsFolder, uploadsFolder, onProgress });
  } finally {
    await opened.disposeAsync();
  }
  printResult(manifest);
  return 0;
}

function printResult({ madeAt, tables, documents, uploads, faults }: Manifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(
    `Restored and counted: ${formatCount(rows)} rows of ${tables.length} tables, ${formatCount(documents.count)} documents, ${formatCount(uploads.count)} unfinished uploads.`,
  );
  if (faults > 0) print(`${formatCount(faults)} documents were already missing or damaged at the time of the backup.`);
  print(`What to do next:
  1. npm run claims:verify -- --documents    checks whether every claim is intact
  2. npm start                               sends outstanding receipts within minutes
Claims filed after ${madeAt} are not in it, and their numbers are not used again. Tell these claimants to file again.`);
}

async function findSecrets({ secretKey, previousSecretKeys }: Config, dataFolder: string): Promise<Secrets> {
  if (secretKey !== undefined) return { current: secretKey, others: previousSecretKeys };
  const stored = await readSecrets(dataFolder);
  if (stored) return stored;
  throw new StartError(
    `The secret key of the backup is needed, and it is not in the backup: put it into the file ${join(dataFolder, secretFile)} (mode 600), or give it as SECRET_KEY.`,
  );
}

const onProgress = throttle((step) => print(`… ${step}`));

function explain(error: unknown): string | undefined {
  const again = 'Run the same command again: it continues.';
  if (isDatabaseUnavailable(error)) return `The database is not available. ${again}`;
  const reason = fileErrorReason(error);
  if (reason === 'disk-full') return `The disk is full: free up space. ${again}`;
  if (reason === 'no-permission')
    return `A file cannot be read or written by this user: run it as the user that the server runs as. ${again}`;
  return undefined;
}

await runCommand({
  usage,
  options: {},
  takesArguments: true,
  run: (_values, folder) => restore(resolve(folder)),
  explain,
});
