import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { readMigrations } from '../../database/migrate.ts';
import { StartError } from '../../errors/start-error.ts';
import { fingerprintSecret } from '../../keys/keys.ts';
import type { Secrets } from '../../keys/secrets.ts';
import { undefinedIfMissing } from '../../storage/disk.ts';
import { type Checksum, readChecksum, reportCount } from './backup-files.ts';
import { type ListedFile, ListedFileSchema, type Manifest } from './backup-manifest.ts';

/**
 * Reads every byte of a backup, so that a restore does not fail halfway.
 * @throws StartError a part is missing or changed, or this release lacks one of its migrations
 */
export async function checkBackup(
  folder: string,
  manifest: Manifest,
  onProgress: (step: string) => void,
): Promise<void> {
  await checkMigrations(manifest);
  const parts = [...manifest.tables.map(({ part }) => part), manifest.documents.list, manifest.uploads.list];
  for (const part of parts) await checkFile(folder, part.file, part);
  for (const name of ['documents', 'uploads'] as const) {
    let count = 0;
    for await (const listed of readList(folder, manifest, name)) {
      await checkFile(folder, `${name}/${listed.key}`, listed);
      count += 1;
      reportCount(count, `${name} checked`, onProgress);
    }
    if (count !== manifest[name].count) throw damaged(folder, manifest[name].list.file);
  }
}

/** The documents or uploads in a backup. */
export async function* readList(
  folder: string,
  manifest: Manifest,
  name: 'documents' | 'uploads',
): AsyncGenerator<ListedFile> {
  const list = await open(join(folder, manifest[name].list.file));
  for await (const line of list.readLines()) yield Value.Parse(ListedFileSchema, JSON.parse(line));
}

async function checkFile(folder: string, file: string, expected: Checksum): Promise<void> {
  const found = await readChecksum(join(folder, file)).catch(undefinedIfMissing);
  if (found?.bytes !== expected.bytes || found.sha256 !== expected.sha256) throw damaged(folder, file);
}

function damaged(folder: string, file: string): StartError {
  return new StartError(`${file} in ${folder} is missing or was changed: use another backup. Nothing was changed.`);
}

async function checkMigrations({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.filter(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown.length > 0)
    throw new StartError(
      `The backup was made by a newer or different release of Redress (${unknown.map(({ name }) => name).join(', ')}): restore it with that release.`,
    );
}

/** @throws StartError the secrets do not decrypt what is in the backup */
export function checkSecrets({ secrets }: Manifest, given: Secrets): void {
  const fingerprints = new Set(
    [given.current, ...given.others].map((secret) => fingerprintSecret(secret).toString('hex')),
  );
  const needed = secrets.filter(({ retired }) => !retired);
  if (needed.every(({ fingerprint }) => fingerprints.has(fingerprint))) return;
  throw new StartError(
    needed.length === 1
      ? 'The secret key is not the one that this backup was made with: the data could not be read. Give the key from that time.'
      : 'The backup was made during a change of the secret key: it needs both keys from that time (SECRET_KEY and SECRET_KEY_PREVIOUS).',
  );
}
