import { join, resolve } from 'node:path';
import { openLocation } from '../../platform/start/bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { loadCredentials } from '../../platform/start/credentials.ts';
import { readSecrets, secretFile, type Secrets } from '../../platform/keys/secrets.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { readManifest } from '../backup/backup-manifest.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import {
  defineCommand,
  formatCount,
  print,
  printNotice,
  printProgress,
  runAsProgram,
  runInterruptible,
} from './command.ts';

const usage = `Usage: npm run restore -- FOLDER

Restores the backup in FOLDER into an empty data folder (DATA_DIR), or into an empty database (DATABASE_URL) and an empty folder or bucket for documents.
Before it changes anything it reads and checks the whole backup. A restore that was interrupted continues when you run it again.
It needs the secret key from the time of the backup: as SECRET_KEY, or as the file "${secretFile}" in the new data folder.`;

async function restore(folder: string): Promise<number> {
  loadCredentials(process.env);
  const config = readConfig(process.env, process.cwd());
  const manifest = await readManifest(folder);
  print(`Checking the backup of ${manifest.madeAt} …`);
  await checkBackup(folder, manifest, printProgress);
  await runInterruptible(async (started) => {
    const { dataFolder, connectionString } = await openLocation(config, printNotice, started);
    const secrets = await findSecrets(config, dataFolder);
    print('It is intact. Restoring it …');
    const storage = await openStorage(config, dataFolder);
    await restoreBackup({ connectionString, folder, manifest, secrets, storage, onProgress: printProgress });
  });
  const { madeAt, tables, documents, uploads, faults } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(
    `Restored and counted: ${formatCount(rows)} rows of ${tables.length} tables, ${formatCount(documents.count)} documents, ${formatCount(uploads.count)} unfinished uploads.`,
  );
  if (faults > 0) print(`${formatCount(faults)} documents were already missing or damaged at the time of the backup.`);
  print(`What to do next:
  1. npm run claims:verify -- --documents    checks whether every claim is intact
  2. npm start                               sends outstanding receipts within minutes
Claims filed after ${madeAt} are not in the backup, and their numbers are not used again. Tell these claimants to file again.`);
  return 0;
}

async function findSecrets({ secretKey, previousSecretKeys }: Config, dataFolder: string): Promise<Secrets> {
  if (secretKey !== undefined) return { current: secretKey, others: previousSecretKeys };
  const stored = await readSecrets(dataFolder);
  if (stored) return stored;
  throw new StartError(
    `The secret key of the backup is needed, and it is not in the backup: put it into the file ${join(dataFolder, secretFile)} (mode 600), or give it as SECRET_KEY.`,
  );
}

export const main = defineCommand({
  usage,
  options: {},
  takesArguments: true,
  run: (_values, folder) => restore(resolve(folder)),
});

await runAsProgram(import.meta.filename, main);
