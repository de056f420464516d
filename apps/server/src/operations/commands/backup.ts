import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import type { MadeBackup } from '../backup/make-backup.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { readConfig } from '../../config.ts';
import { isDatabaseUnavailable } from '../../database/database-errors.ts';
import { bootstrapForCommand } from '../../bootstrap.ts';
import { errorCode } from '../../error-code.ts';
import { StartError } from '../../start-error.ts';
import { openUploadStore } from '../../storage/upload-store.ts';
import { openUploadFolder } from '../../storage/upload-folder.ts';

const usage = `Usage: npm run backup -- FOLDER

Makes a backup of everything in a new folder inside FOLDER, while the website runs or not: all tables as they are at one moment, all
documents, and the pieces of unfinished uploads. Documents that the newest backup in FOLDER has already are shared with it and take no context.
The secret key is not in it: keep that apart, or the backup is of no use (and whoever has both can read everything).`;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  const [folder] = positionals;
  if (values.help === true || folder === undefined || positionals.length > 1) {
    say(usage);
    return values.help === true ? 0 : 2;
  }
  const into = resolve(folder);
  const config = readConfig(process.env, process.cwd());
  const infrastructure = await bootstrapForCommand(config, say);
  try {
    const documentsFolder = config.documentsFolder ?? join(infrastructure.dataFolder, 'documents');
    for (const ours of [infrastructure.dataFolder, documentsFolder])
      if (`${into}${sep}`.startsWith(`${ours}${sep}`))
        throw new StartError(`${into} is inside ${ours}, which is to be backed up: name a folder elsewhere.`);
    let told = Date.now();
    const backup = await makeBackup({
      connectionString: infrastructure.connectionString,
      store: await openUploadStore(documentsFolder),
      uploads: await openUploadFolder(join(config.documentsFolder ?? infrastructure.dataFolder, 'uploads')),
      into,
      now: new Date(),
      onProgress(what) {
        if (Date.now() - told < 5_000) return;
        told = Date.now();
        say(`… ${what}`);
      },
    });
    const isSameDisk = (await stat(into)).dev === (await stat(infrastructure.dataFolder)).dev;
    const secret =
      config.secretKey === undefined ? join(infrastructure.dataFolder, 'secret-key') : 'the value of SECRET_KEY';
    return tell(backup, secret, isSameDisk);
  } finally {
    await infrastructure.close();
  }
}

function tell({ folder, manifest, shared, leftovers }: MadeBackup, secret: string, isSameDisk: boolean): number {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { documents, uploads } = manifest;
  say(`The backup is whole: ${folder}`);
  say(
    `  ${number(rows)} rows of ${manifest.tables.length} tables, ${number(documents.count)} documents (${number(shared)} shared with the backup before), ${number(uploads.count)} unfinished uploads`,
  );
  say(`  The secret key is not in it. Keep ${secret} apart from it: without that key nobody can read it.`);
  if (isSameDisk) say('  It is on the same disk as the data: copy it to another place.');
  for (const leftover of leftovers) say(`  ${leftover} beside it was broken off and can be deleted.`);
  if (manifest.faults === 0) return 0;
  complain(
    `${number(manifest.faults)} documents are missing or not as they were kept: "npm run claims:verify -- --documents" says which. They may be whole in a backup from before.`,
  );
  return 1;
}

const number = (value: number) => value.toLocaleString('en-US');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`\n${line}\n\n`);
}

/** What a person can do about a failure, or undefined when it is a fault of the program. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (isDatabaseUnavailable(error)) return 'The database went away while the backup was made: run it again.';
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk of the backup is full. What was written is not a backup: delete it, free up space, and run it again.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The backup cannot be written or the data cannot be read there: run it as the user that the server runs as, and name a folder that this user may write.`;
    default:
      return undefined;
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  complain(reason);
  process.exitCode = 1;
}
