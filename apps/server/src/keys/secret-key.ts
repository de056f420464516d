import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from './secrets.ts';
import { errorCode } from '../errors/error-code.ts';
import { StartError } from '../errors/start-error.ts';

/** Where the data folder keeps its secret, and where the former ones while they are still accepted: a line each, the newest first. */
export const secretFile = 'secret-key';
export const formerSecretsFile = 'secret-key-previous';
const shortestSecret = 32;

/** The secrets that are kept in the data folder, for its owner only; one is made when there is none. Without it the data cannot be read. */
export async function keepSecrets(folder: string): Promise<Secrets> {
  const kept = await readSecrets(folder);
  if (kept !== undefined) return kept;
  const path = join(folder, secretFile);
  const draft = await writeDraft(path, [newSecret()]);
  try {
    await link(draft, path);
  } catch (error) {
    // Another process was quicker: its secret counts.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await rm(draft);
  await flushFolder(folder);
  return keepSecrets(folder);
}

/** The secrets of a data folder, or undefined when none is kept there. */
export async function readSecrets(folder: string): Promise<Secrets | undefined> {
  const [present] = await readLines(join(folder, secretFile));
  if (present === undefined) return undefined;
  const others = (await readLines(join(folder, formerSecretsFile))).filter((secret) => secret !== present);
  return { present, others, file: join(folder, secretFile) };
}

/** Puts a new secret into the place of the present one, which becomes a former one. Wherever it is broken off, no secret is lost. */
export async function replaceSecret(folder: string): Promise<void> {
  const { present, others } = await keepSecrets(folder);
  await writeSecrets(folder, formerSecretsFile, [present, ...others]);
  await writeSecrets(folder, secretFile, [newSecret()]);
}

/** Forgets the former secrets for good. */
export async function dropFormerSecrets(folder: string): Promise<void> {
  await rm(join(folder, formerSecretsFile), { force: true });
  await flushFolder(folder);
}

function newSecret(): string {
  return randomBytes(32).toString('base64');
}

async function writeSecrets(folder: string, name: string, secrets: readonly string[]): Promise<void> {
  const path = join(folder, name);
  await rename(await writeDraft(path, secrets), path);
  await flushFolder(folder);
}

/** Written aside and safe on the disk before it gets its name: a half-written secret would lock the data up. */
async function writeDraft(path: string, secrets: readonly string[]): Promise<string> {
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(secrets.map((secret) => `${secret}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function readLines(path: string): Promise<string[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    const reason = errorCode(error) ?? 'unknown error';
    throw new StartError(`The secret in ${path} cannot be read (${reason}). Put it back from where you keep it.`, {
      cause: error,
    });
  }
  const secrets = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  if (secrets.length === 0 || secrets.some((secret) => secret.length < shortestSecret))
    throw new StartError(`The secret in ${path} is damaged. Put it back from where you keep it.`);
  return secrets;
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
