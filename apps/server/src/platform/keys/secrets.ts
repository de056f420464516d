import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { StartError } from '../errors/start-error.ts';
import { flush } from '../storage/disk.ts';

export interface Secrets {
  readonly current: string;
  /** These are still accepted during a rotation: former secrets or the next one, newest first. */
  readonly others: readonly string[];
  /** The file with the current secret; absent when it comes from `SECRET_KEY`. */
  readonly file?: string;
}

/** The files for the current secret and for former ones, one on each line, the newest first. */
export const secretFile = 'secret-key';
export const formerSecretsFile = 'secret-key-previous';
const minSecretLength = 32;

export async function readSecrets(folder: string): Promise<Secrets | undefined> {
  const [current] = await readLines(join(folder, secretFile));
  if (current === undefined) return undefined;
  const others = (await readLines(join(folder, formerSecretsFile))).filter((secret) => secret !== current);
  return { current, others, file: join(folder, secretFile) };
}

/** Reads the secrets of a data folder, or creates one there that only its owner can read. */
export async function readOrCreateSecrets(folder: string): Promise<Secrets> {
  const existing = await readSecrets(folder);
  if (existing !== undefined) return existing;
  const path = join(folder, secretFile);
  const draft = await writeDraft(path, [newSecret()]);
  try {
    await link(draft, path);
  } catch (error) {
    // Another process created its secret first; use that one.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await rm(draft);
  await flush(folder);
  return readOrCreateSecrets(folder);
}

/** Creates a new current secret and keeps the old one as former. Interruptions lose no secret. */
export async function replaceSecret(folder: string): Promise<void> {
  const { current, others } = await readOrCreateSecrets(folder);
  await writeSecrets(folder, formerSecretsFile, [current, ...others]);
  await writeSecrets(folder, secretFile, [newSecret()]);
}

export async function dropFormerSecrets(folder: string): Promise<void> {
  await rm(join(folder, formerSecretsFile), { force: true });
  await flush(folder);
}

const newSecret = () => randomBytes(32).toString('base64');

async function writeSecrets(folder: string, name: string, secrets: readonly string[]): Promise<void> {
  const path = join(folder, name);
  await rename(await writeDraft(path, secrets), path);
  await flush(folder);
}

/** Flushes under a temporary name, because nothing can be decrypted with half a secret. */
async function writeDraft(path: string, secrets: readonly string[]): Promise<string> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, secrets.map((secret) => `${secret}\n`).join(''), { mode: 0o600, flush: true });
  return draft;
}

async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (errorCode(cause) === 'ENOENT') return undefined;
    const reason = errorCode(cause) ?? 'unknown error';
    throw new StartError(`The secret in ${path} cannot be read (${reason}). Restore it from your copy.`, { cause });
  });
  if (text === undefined) return [];
  const secrets = text.split('\n').flatMap((line) => line.trim() || []);
  if (secrets.length === 0 || secrets.some((secret) => secret.length < minSecretLength))
    throw new StartError(`The secret in ${path} is damaged. Restore it from your copy.`);
  return secrets;
}
