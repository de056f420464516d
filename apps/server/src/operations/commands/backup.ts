import { join, resolve, sep } from 'node:path';
import { secretFile } from '../../platform/keys/secrets.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { recordRun } from '../record-run.ts';
import {
  type CommandContext,
  defineCommand,
  formatCount,
  print,
  printError,
  printProgress,
  runAsProgram,
  withInfrastructure,
} from './command.ts';

const usage = `Usage: npm run backup -- FOLDER

Backs up everything into a new folder inside FOLDER, whether the server runs or not: all tables as of one moment, all documents, and the
parts of unfinished uploads. Documents that the newest backup in FOLDER has already are shared with it and take no space.
The secret key is not included: keep it elsewhere, or the backup is useless (and anyone who has both can read everything).`;

async function backUp({ config, dataFolder, connectionString }: CommandContext, into: string): Promise<number> {
  const { documents: location } = config;
  for (const source of [dataFolder, ...(location?.kind === 'folder' ? [location.folder] : [])])
    if (`${into}${sep}`.startsWith(`${source}${sep}`))
      throw new StartError(`${into} is inside ${source}, which the backup would copy: choose a folder elsewhere.`);
  const { folder, manifest, shared, leftovers, isOnDataDisk } = await makeBackup({
    connectionString,
    ...(await openStorage(config, dataFolder)),
    into,
    dataFolder,
    now: new Date(),
    onProgress: printProgress,
  });
  const secret = config.secretKey === undefined ? join(dataFolder, secretFile) : 'the value of SECRET_KEY';
  print(`The backup is complete: ${folder}`);
  const { tables, documents, uploads, faults } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(
    `  ${formatCount(rows)} rows of ${tables.length} tables, ${formatCount(documents.count)} documents (${formatCount(shared)} shared with the previous backup), ${formatCount(uploads.count)} unfinished uploads`,
  );
  print(`  The secret key is not in it. Keep ${secret} elsewhere: without that key the backup cannot be read.`);
  if (isOnDataDisk) print('  It is on the same disk as the data: copy it to another place.');
  for (const leftover of leftovers) print(`  ${leftover} next to it was not completed and can be deleted.`);
  if (faults === 0) return 0;
  printError(
    `${formatCount(faults)} documents are missing or damaged: "npm run claims:verify -- --documents" lists them. They may be intact in an earlier backup.`,
  );
  return 1;
}

export const main = defineCommand({
  usage,
  options: {},
  takesArguments: true,
  run: (_values, folder) =>
    withInfrastructure((context) => recordRun(context.database, 'backup', () => backUp(context, resolve(folder)))),
});

await runAsProgram(import.meta.filename, main);
