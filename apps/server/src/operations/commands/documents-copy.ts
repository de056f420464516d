import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Config, parseDocuments, readConfig } from '../../config.ts';
import { loadCredentials } from '../../platform/start/credentials.ts';
import { ConfigurationError } from '../../platform/errors/start-error.ts';
import { nameStorage, openStorage, requireWritableStorage, type Storage } from '../../platform/storage/open-storage.ts';
import { copyDocuments } from '../copy/copy-documents.ts';
import { defineCommand, exitCodes, formatCount, print, printError, printProgress, runAsProgram } from './command.ts';

const usage = `Usage: npm run documents:copy -- FROM TO [--delete]

Copies all documents, exports and unfinished uploads from one folder or bucket to another. FROM and TO are written like DOCUMENTS_URL:
a folder, or s3://bucket/prefix. Without DOCUMENTS_URL, documents are in the folder "documents" of the data folder.
It compares every byte of the files already in TO, and overwrites nothing. You can stop it with Ctrl-C and run it again.
The server may keep running during the first copy. docs/object-storage.md has the steps of a move.
  --delete  removes files from TO that FROM no longer has: only while the server is stopped, and never from where DOCUMENTS_URL points`;

async function copy(given: { readonly from: string; readonly to: string }, removesOthers: boolean): Promise<number> {
  loadCredentials(process.env);
  const config = readConfig(process.env, process.cwd());
  const from = await open(config, given.from);
  if ((await from.findUsed()) === undefined)
    throw new ConfigurationError(`${from.name} has no documents: name the folder or bucket that has them.`);
  const to = await open(config, given.to, true);
  const [source, target] = [from, to].map(({ name }) => name.replace(/\/*$/, '/'));
  if (source?.startsWith(target ?? '') || target?.startsWith(source ?? ''))
    throw new ConfigurationError(`${from.name} and ${to.name} are the same place, or one is in the other.`);
  const isInUse = to.name === nameStorage(config, config.dataDir);
  if (isInUse && removesOthers)
    throw new ConfigurationError(
      `The website stores documents in ${to.name} (DOCUMENTS_URL), so nothing is deleted there: files that ${from.name} lacks are newer.`,
    );
  const result = await copyDocuments({ from, to, removesOthers, onProgress: printProgress });
  const { copied, bytes, same, different, others, removed } = result;
  print(
    `${formatCount(copied)} files were copied (${formatCount(Math.ceil(bytes / 1024 ** 2))} MB), ${formatCount(same)} already existed with the same bytes${removed > 0 ? `, and ${formatCount(removed)} were removed` : ''}.`,
  );
  for (const key of different) print(`${key} has other bytes in ${to.name}. Nothing was overwritten.`);
  for (const key of others) print(`${key} is only in ${to.name}.`);
  if (different.length > 0) {
    printError(
      `${formatCount(different.length)} files differ: find out which are correct ("npm run claims:verify -- --documents" with each DOCUMENTS_URL), or copy to an empty place.`,
    );
    return exitCodes.failed;
  }
  if (others.length > 0) {
    const reason = isInUse
      ? 'the website stores documents there, and they are newer than FROM. Keep them.'
      : 'FROM removed them since the last copy, or they belong to another website. Stop the server, look at them, and run this with --delete.';
    printError(`${formatCount(others.length)} files are only in ${to.name}: ${reason}`);
    return exitCodes.failed;
  }
  print(`What to do next:
  1. Stop the server and run this command again, with --delete: it copies files added since, and removes deleted ones.
  2. Set DOCUMENTS_URL to ${given.to} for the server and all commands, and start the server.
  3. npm run claims:verify -- --documents    checks whether every claim is intact
Keep ${from.name} until a backup has succeeded after that, then delete it: it has personal data.`);
  return exitCodes.done;
}

/** @throws ConfigurationError it is neither a folder nor a bucket */
async function open(config: Config, given: string, writes = false): Promise<Storage> {
  const documents = parseDocuments(given, process.cwd(), config.objectStorage);
  if (!documents) throw new ConfigurationError(`${given} must be a folder, or a bucket such as s3://bucket/prefix.`);
  if (documents.kind === 's3') {
    if (writes) await requireWritableStorage({ documents });
    return openStorage({ documents }, config.dataDir);
  }
  const { folder } = documents;
  if (!writes && !existsSync(folder)) throw new ConfigurationError(`The folder ${folder} does not exist.`);
  const parent = dirname(folder);
  // In a data folder, unfinished uploads are next to the documents.
  const isInData =
    basename(folder) === 'documents' &&
    (parent === config.dataDir || (existsSync(join(parent, 'uploads')) && !existsSync(join(folder, 'uploads'))));
  return openStorage({ documents: isInData ? undefined : documents }, parent);
}

export const main = defineCommand({
  usage,
  options: { delete: { type: 'boolean', default: false } },
  takesArguments: (_values, args) => args.length === 2,
  run: ({ delete: removesOthers }, from = '', to = '') => copy({ from, to }, removesOthers),
});

await runAsProgram(import.meta.filename, main);
