import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** The secret that is kept in the data folder, for its owner only; made when there is none. Without it the data cannot be read. */
export async function keepSecretKey(folder: string): Promise<string> {
  const path = join(folder, 'secret-key');
  const kept = await readSecret(path);
  if (kept !== undefined) return kept;
  const secret = randomBytes(32).toString('base64');
  // Written aside and safe on the disk before it gets its name: a half-written secret would lock the data up.
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, path);
  await rm(draft);
  return secret;
}

async function readSecret(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const secret = text.trim();
  if (secret.length < 32) throw new StartError(`The secret in ${path} is damaged. Put it back from your backup.`);
  return secret;
}
