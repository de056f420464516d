import { readKeys } from '../../platform/start/bootstrap.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { dropFormerSecrets, readSecrets, replaceSecret } from '../../platform/keys/secrets.ts';
import { readRotationState, rotateKeys } from '../key-rotation/rotate-keys.ts';
import {
  type CommandContext,
  defineCommand,
  formatCount,
  print,
  printProgress,
  runAsProgram,
  withInfrastructure,
} from './command.ts';

const usage = `Usage: npm run keys:rotate -- [--drop-former]

Changes the secret key: re-encrypts everything that is encrypted with the previous one, while the server runs.
If interrupted, it continues when you run it again. docs/operations-reference.md describes all steps.

With SECRET_KEY in the environment: give every process the new key as SECRET_KEY and the previous one as SECRET_KEY_PREVIOUS,
restart them, then run this with the same two.
Without it the command makes a new key in the data folder.

  --drop-former  deletes the previous key from the data folder now: cookies and letter codes made with it become invalid`;

async function run(context: CommandContext, dropNow: boolean): Promise<number> {
  const { database, dataFolder, keys, config } = context;
  const inEnvironment = config.secretKey !== undefined;
  const { inProgress, previousUntil } = await readRotationState(database, keys);
  if (inProgress) return rotate(context, keys);
  const upToDate = 'Everything is encrypted with the current key.';
  if (inEnvironment && !previousUntil)
    throw new StartError(
      `${upToDate} To change it: make a new one (openssl rand -base64 32), set it as SECRET_KEY and the current one as SECRET_KEY_PREVIOUS for every process, restart them, and run this with the same two.`,
    );
  if (!inEnvironment && !(await readSecrets(dataFolder))?.others.length) {
    await replaceSecret(dataFolder);
    print(`Made a new key in ${dataFolder}; the previous one stays there for now.`);
    return rotate(context, await readKeys(config, context));
  }
  if (!inEnvironment && (dropNow || !previousUntil || previousUntil <= new Date())) {
    await dropFormerSecrets(dataFolder);
    print('Deleted the previous key from the data folder. A running server forgets it when it restarts.');
    return 0;
  }
  print(upToDate);
  printWhenPreviousCanGo(inEnvironment, previousUntil);
  if (!inEnvironment)
    print('To change the key again now, delete the previous one with --drop-former, then run this again.');
  return 0;
}

async function rotate({ connectionString, database, config }: CommandContext, keys: Keys): Promise<number> {
  const report = await rotateKeys({
    connectionString,
    keys,
    onProgress: (rows) => printProgress(`${formatCount(rows)} rows`),
  });
  print(
    `${countOf(report.taxIds, 'tax ID')}, ${countOf(report.uniqueIds, 'Unique ID')} and ${countOf(report.staffSecrets, 'authenticator secret')} were encrypted with the new key.`,
  );
  if (report.unreadable > 0)
    throw new StartError(
      `None of the given keys decrypts ${countOf(report.unreadable, 'value')}, which stayed as before. The change is not complete: "npm run claims:verify" lists them. Run this again with their key too.`,
    );
  if (!report.complete) throw new StartError('Data was written with the previous key in the meantime: run this again.');
  print('Nothing is left under the previous key.');
  const { previousUntil } = await readRotationState(database, keys);
  printWhenPreviousCanGo(config.secretKey !== undefined, previousUntil);
  return 0;
}

function printWhenPreviousCanGo(inEnvironment: boolean, previousUntil: Date | undefined): void {
  if (!previousUntil) return;
  const day = previousUntil.toISOString().slice(0, 10);
  print('Cookies for logins and uploads, and codes that letters show, may have been made with the previous key.');
  print(
    inEnvironment
      ? `Leave SECRET_KEY_PREVIOUS until ${day}, then remove it and restart every process.`
      : `So the previous key stays until ${day}. Run this again then to delete it.`,
  );
  print('Store the previous key for as long as you keep backups from its time: only it can restore them.');
}

function countOf(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}

export const main = defineCommand({
  usage,
  options: { 'drop-former': { type: 'boolean', default: false } },
  run: (values) => withInfrastructure((context) => run(context, values['drop-former'])),
});

await runAsProgram(import.meta.filename, main);
