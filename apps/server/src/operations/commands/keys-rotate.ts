import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { readConfig } from '../../config.ts';
import type { Infrastructure } from '../../bootstrap.ts';
import { bootstrapForCommand, readKeys } from '../../bootstrap.ts';
import type { Keys } from '../../keys/keys.ts';
import type { SecretsState } from '../key-rotation/former-secrets.ts';
import { readSecretsState } from '../key-rotation/former-secrets.ts';
import { OutdatedProcessesError, rotateKeys } from '../key-rotation/rotate-keys.ts';
import { errorCode } from '../../error-code.ts';
import { dropFormerSecrets, readSecrets, replaceSecret } from '../../keys/secret-key.ts';
import { StartError } from '../../start-error.ts';

const usage = `Usage: npm run keys:rotate -- [--again] [--drop-former]

Changes the secret key: everything that is encrypted with the former one is encrypted anew, while the website runs.
It may be broken off, and goes on when it is run again. docs/operations.md has the whole way.

With SECRET_KEY in the environment: give every process the new key as SECRET_KEY and the former one as SECRET_KEY_PREVIOUS,
start them again, then run this with the same two.
Without it a new key is made in the data folder.

  --again        makes one more new key although a former one is still kept
  --drop-former  forgets the former key of the data folder now: what browsers hold from before counts no more`;

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { again: { type: 'boolean' }, 'drop-former': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    say(usage);
    return 0;
  }
  const config = readConfig(process.env, process.cwd());
  const infrastructure = await bootstrapForCommand(config, say);
  try {
    const state = await readState(infrastructure, infrastructure.keys);
    if (state.inProgress) return await rotate(config, infrastructure, infrastructure.keys);
    if (config.secretKey !== undefined) return tellWhatToDo(state);
    const former = (await readSecrets(infrastructure.dataFolder))?.others ?? [];
    if (former.length > 0 && values.again !== true)
      return await tendFormer(infrastructure, state, values['drop-former'] === true);
    await replaceSecret(infrastructure.dataFolder);
    say(`A new key was made in ${infrastructure.dataFolder}; the former one is kept beside it for now.`);
    return await rotate(config, infrastructure, await readKeys(config, infrastructure));
  } finally {
    await infrastructure.close();
  }
}

async function rotate(config: Config, infrastructure: Infrastructure, keys: Keys): Promise<number> {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  let told = Date.now();
  try {
    const report = await rotateKeys({
      connectionString: infrastructure.connectionString,
      keys,
      signal: stopping.signal,
      onProgress(done) {
        if (Date.now() - told < 5_000) return;
        told = Date.now();
        say(`${done.toLocaleString('en-US')} rows so far`);
      },
    });
    say(`${count(report.taxIds, 'tax ID')} and ${count(report.members, 'Unique ID')} were encrypted with the new key.`);
    if (report.unreadable > 0) {
      complain(
        `${count(report.unreadable, 'entry')} can be opened with none of the given keys and stayed as they were. The change is not complete: "npm run claims:verify" says where. Give the key that they were made with too, and run this again.`,
      );
      return 1;
    }
    if (!report.complete) {
      complain('Something came in under the former key meanwhile: run this again.');
      return 1;
    }
    say('Nothing is left under the former key.');
    sayWhenFormerCanGo(config.secretKey !== undefined, await readState(infrastructure, keys));
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) complain('Stopped. Run it again: it goes on where it was.');
    else if (error instanceof OutdatedProcessesError)
      complain(
        'The server still runs with the former key alone. Start it again (every process of it), then run this again: nothing was encrypted yet.',
      );
    else if (errorCode(error) === '55P03')
      complain('A table is in use, perhaps by an import. Run this again later: it goes on where it was.');
    else throw error;
    return 1;
  }
}

function tellWhatToDo(state: SecretsState): number {
  if (state.formerUntil) {
    say('Everything is encrypted with the present key.');
    sayWhenFormerCanGo(true, state);
    return 0;
  }
  complain(
    'Everything is encrypted with the present key. To change it: make a new one (openssl rand -base64 32), set it as SECRET_KEY and the present one as SECRET_KEY_PREVIOUS for every process, start them again, and run this with the same two.',
  );
  return 1;
}

async function tendFormer(infrastructure: Infrastructure, state: SecretsState, now: boolean): Promise<number> {
  if (!now && (state.formerUntil ?? new Date()) > new Date()) {
    say('Everything is encrypted with the present key.');
    sayWhenFormerCanGo(false, state);
    say('To change the key once more now, add --again.');
    return 0;
  }
  await dropFormerSecrets(infrastructure.dataFolder);
  say('The former key was deleted from the data folder. A running server forgets it when it is started again.');
  return 0;
}

function sayWhenFormerCanGo(inEnvironment: boolean, { formerUntil }: SecretsState): void {
  if (!formerUntil) return;
  const day = formerUntil.toISOString().slice(0, 10);
  say(
    inEnvironment
      ? `Browsers still hold logins and upload rights from before: leave SECRET_KEY_PREVIOUS until ${day}, then remove it and start every process again.`
      : `Browsers still hold logins and upload rights from before: the former key stays until ${day}. Run this again then, and it is deleted.`,
  );
  say('Keep the former key apart for as long as you keep backups from before: they can be restored with it alone.');
}

async function readState(infrastructure: Infrastructure, keys: Keys): Promise<SecretsState> {
  const client = new pg.Client({ connectionString: infrastructure.connectionString });
  await client.connect();
  try {
    return await readSecretsState(client, keys.version);
  } finally {
    await client.end();
  }
}

function count(number: number, what: string): string {
  const plural = what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`;
  return `${number.toLocaleString('en-US')} ${number === 1 ? what : plural}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`\n${line}\n\n`);
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
