import { type Infrastructure, readKeys } from '../../bootstrap.ts';
import type { Config } from '../../config.ts';
import { withClient } from '../../database/pool.ts';
import type { Keys } from '../../keys/keys.ts';
import { StartError } from '../../errors/start-error.ts';
import { dropFormerSecrets, readSecrets, replaceSecret } from '../../keys/secrets.ts';
import { readRotationState, rotateKeys, type RotationState } from '../key-rotation/rotate-keys.ts';
import { formatCount, print, runCommand, stopSignal, withInfrastructure, throttle } from './command.ts';

const usage = `Usage: npm run keys:rotate -- [--again] [--drop-former]

Changes the secret key: re-encrypts everything that is encrypted with the previous one, while the server runs.
When interrupted it continues when you run it again. docs/operations.md describes all steps.

With SECRET_KEY in the environment: give every process the new key as SECRET_KEY and the previous one as SECRET_KEY_PREVIOUS,
restart them, then run this with the same two.
Without it the command makes a new key in the data folder.

  --again        makes one more new key although there is still a previous one
  --drop-former  deletes the previous key from the data folder now: cookies signed with it become invalid`;

async function run(
  infrastructure: Infrastructure,
  config: Config,
  given: { readonly again: boolean; readonly dropPrevious: boolean },
): Promise<number> {
  const { connectionString, dataFolder, keys } = infrastructure;
  const state = await readState(connectionString, keys);
  if (state.inProgress) return rotate(connectionString, keys, config);
  if (config.secretKey !== undefined) return printNextStep(state);
  const previous = (await readSecrets(dataFolder))?.others ?? [];
  if (previous.length > 0 && !given.again) return dropPreviousIfDue(dataFolder, state, given.dropPrevious);
  await replaceSecret(dataFolder);
  print(`Made a new key in ${dataFolder}; the previous one stays there for now.`);
  return rotate(connectionString, await readKeys(config, infrastructure), config);
}

async function rotate(connectionString: string, keys: Keys, { secretKey }: Config): Promise<number> {
  const printProgress = throttle(print);
  const report = await rotateKeys({
    connectionString,
    keys,
    signal: stopSignal(),
    onProgress: (rows) => printProgress(`${formatCount(rows)} rows so far`),
  });
  print(
    `${countOf(report.taxIds, 'tax ID')} and ${countOf(report.uniqueIds, 'Unique ID')} were encrypted with the new key.`,
  );
  if (report.unreadable > 0)
    throw new StartError(
      `None of the given keys decrypts ${countOf(report.unreadable, 'value')}, which stayed as before. The change is not complete: "npm run claims:verify" lists them. Run this again with their key too.`,
    );
  if (!report.complete) throw new StartError('Something arrived under the previous key meanwhile: run this again.');
  print('Nothing is left under the previous key.');
  printWhenPreviousCanGo(secretKey !== undefined, await readState(connectionString, keys));
  return 0;
}

const upToDate = 'Everything is encrypted with the current key.';

function printNextStep(state: RotationState): number {
  if (!state.previousUntil)
    throw new StartError(
      `${upToDate} To change it: make a new one (openssl rand -base64 32), set it as SECRET_KEY and the current one as SECRET_KEY_PREVIOUS for every process, restart them, and run this with the same two.`,
    );
  print(upToDate);
  printWhenPreviousCanGo(true, state);
  return 0;
}

async function dropPreviousIfDue(dataFolder: string, state: RotationState, now: boolean): Promise<number> {
  if (!now && (state.previousUntil ?? new Date()) > new Date()) {
    print(upToDate);
    printWhenPreviousCanGo(false, state);
    print('To change the key once more now, add --again.');
    return 0;
  }
  await dropFormerSecrets(dataFolder);
  print('Deleted the previous key from the data folder. A running server forgets it when it restarts.');
  return 0;
}

function printWhenPreviousCanGo(inEnvironment: boolean, { previousUntil }: RotationState): void {
  if (!previousUntil) return;
  const day = previousUntil.toISOString().slice(0, 10);
  print('Browsers still have cookies signed with the previous key, for logins and uploads.');
  print(
    inEnvironment
      ? `Leave SECRET_KEY_PREVIOUS until ${day}, then remove it and restart every process.`
      : `So the previous key stays until ${day}. Run this again then, and it is deleted.`,
  );
  print('Store the previous key for as long as you keep backups from its time: only it can restore them.');
}

function readState(connectionString: string, keys: Keys): Promise<RotationState> {
  return withClient(connectionString, (client) => readRotationState(client, keys.version));
}

function countOf(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}

await runCommand({
  usage,
  options: { again: { type: 'boolean' }, 'drop-former': { type: 'boolean' } },
  run: ({ again = false, 'drop-former': dropPrevious = false }) =>
    withInfrastructure((infrastructure, config) => run(infrastructure, config, { again, dropPrevious })),
});
