import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Value } from 'typebox/value';
import { readMigrations } from '../../database/migrate.ts';
import { fingerprintSecret } from '../../keys/keys.ts';
import type { Secrets } from '../../keys/secrets.ts';
import { errorCode } from '../../errors/error-code.ts';
import { StartError } from '../../errors/start-error.ts';
import type { Measured } from './backup-files.ts';
import { measureFile } from './backup-files.ts';
import type { ListedFile, Manifest } from './manifest.ts';
import { ListedFileSchema } from './manifest.ts';

/**
 * Reads a backup from its first to its last byte, so that nothing is begun that cannot be ended.
 * @throws StartError a part is missing or is not as it was written; this release does not know its migrations
 */
export async function checkBackup(
  folder: string,
  manifest: Manifest,
  onProgress: (what: string) => void,
): Promise<void> {
  await checkMigrations(manifest);
  const parts = [...manifest.tables.map(({ part }) => part), manifest.documents.list, manifest.uploads.list];
  for (const part of parts) await checkFile(folder, part.file, part);
  for (const name of ['documents', 'uploads'] as const) {
    let count = 0;
    for await (const listed of readList(folder, manifest, name)) {
      await checkFile(folder, `${name}/${listed.key}`, listed);
      count += 1;
      if (count % 1_000 === 0) onProgress(`${count} ${name} checked`);
    }
    if (count !== manifest[name].count) throw new StartError(damaged(folder, manifest[name].list.file));
  }
}

/** The documents or the uploads of a backup, one by one. */
export async function* readList(
  folder: string,
  manifest: Manifest,
  name: 'documents' | 'uploads',
): AsyncGenerator<ListedFile> {
  const source = createReadStream(join(folder, manifest[name].list.file));
  for await (const line of createInterface({ input: source, crlfDelay: Infinity }))
    yield Value.Parse(ListedFileSchema, JSON.parse(line));
}

async function checkFile(folder: string, file: string, expected: Measured): Promise<void> {
  let found: Measured;
  try {
    found = await measureFile(join(folder, file));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new StartError(damaged(folder, file), { cause: error });
  }
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) throw new StartError(damaged(folder, file));
}

function damaged(folder: string, file: string): string {
  return `${file} in ${folder} is missing or not as it was written: use another backup. Nothing was changed.`;
}

async function checkMigrations({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.filter(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown.length > 0)
    throw new StartError(
      `The backup was made by a newer or another release of Redress (${unknown.map(({ name }) => name).join(', ')}): restore it with that release.`,
    );
}

/** @throws StartError the secrets do not open what is in the backup */
export function checkSecrets({ secrets }: Manifest, given: Secrets): void {
  const fingerprints = new Set(
    [given.current, ...given.others].map((secret) => fingerprintSecret(secret).toString('hex')),
  );
  const needed = secrets.filter(({ retired }) => !retired);
  const missing = needed.filter(({ fingerprint }) => !fingerprints.has(fingerprint));
  if (missing.length === 0) return;
  throw new StartError(
    needed.length === 1
      ? 'The secret key is not the one that this backup was made with: the data could not be read. Give the key of that time.'
      : 'The backup was made while the secret key was being changed: both keys of that time are needed (SECRET_KEY and SECRET_KEY_PREVIOUS).',
  );
}
