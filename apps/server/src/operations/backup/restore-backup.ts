import { createReadStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../database/migrate.ts';
import { openKeyRing } from '../../keys/key-ring.ts';
import type { Secrets } from '../../keys/secrets.ts';
import { errorCode } from '../../errors/error-code.ts';
import { StartError } from '../../errors/start-error.ts';
import { flushFolder, makePrivateFolder, measureFile, writeNewFile } from './backup-files.ts';
import { quote, readTables } from './catalogue.ts';
import { checkSecrets, readList } from './check-backup.ts';
import { loadTables } from './load-tables.ts';
import type { Manifest } from './manifest.ts';
import { isMarked, restoreMark } from '../../database/restore-mark.ts';

export interface RestoreOptions {
  readonly connectionString: string;
  /** Of the backup. */
  readonly folder: string;
  /** Checked before (`checkBackup`). */
  readonly manifest: Manifest;
  readonly secrets: Secrets;
  readonly documentsFolder: string;
  readonly uploadsFolder: string;
  readonly onProgress?: (what: string) => void;
}

/**
 * Restores a backup into an empty database and empty folders. Until all of it is there the database bears a mark, with which no server
 * starts; when it is broken off, the same call goes on.
 * @throws StartError something is there already, or the secret is another one
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { connectionString, folder, manifest, documentsFolder, uploadsFolder } = options;
  const onProgress = options.onProgress ?? (() => {});
  checkSecrets(manifest, options.secrets);
  const client = new pg.Client({ connectionString, application_name: 'restore' });
  await client.connect();
  try {
    const goesOn = await isMarked(client);
    if (!goesOn) {
      await requireEmpty(client);
      await requireEmptyFolder(documentsFolder, ['uploads']);
      await requireEmptyFolder(uploadsFolder);
    }
    await client.query(`create table if not exists ${restoreMark} (made_at text not null)`);
    await markFor(client, manifest);
    const state = new Set(manifest.migrations.map(({ name }) => name));
    await migrate(connectionString, state);
    await placeFiles(options, 'documents', documentsFolder, onProgress);
    await placeFiles(options, 'uploads', uploadsFolder, onProgress);
    await loadTables(client, folder, manifest, onProgress);
    await migrate(connectionString);
    await client.query('analyze');
    await openKeyRing(connectionString, options.secrets);
  } finally {
    await client.end();
  }
}

/** A restore that was broken off goes on with the same backup only. */
async function markFor(client: pg.Client, { madeAt }: Manifest): Promise<void> {
  await client.query(`insert into ${restoreMark} select $1 where not exists (select from ${restoreMark})`, [madeAt]);
  const { rows } = await client.query<{ made_at: string }>(`select made_at from ${restoreMark}`);
  if (rows[0]?.made_at !== madeAt)
    throw new StartError(
      `The restore of another backup, of ${rows[0]?.made_at ?? 'unknown time'}, was begun here: go on with that one, or use a new, empty database and data folder.`,
    );
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const tables = await readTables(client);
  if (tables.length === 0) return;
  throw new StartError(
    `The database is not empty (it has the table ${quote(tables[0]?.name ?? '')}, among ${tables.length}): a backup is restored into a new one only. ` +
      'Set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
  );
}

async function requireEmptyFolder(folder: string, except: readonly string[] = []): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.some((name) => !except.includes(name)))
    throw new StartError(
      `The folder ${folder} is not empty: a backup is restored into an empty one only. Set DATA_DIR (or DOCUMENTS_URL) to a new folder.`,
    );
}

/** Copies files to their places, each hashed as it is written. Those that a restore has placed before it was broken off stay. */
async function placeFiles(
  { folder, manifest }: RestoreOptions,
  name: 'documents' | 'uploads',
  into: string,
  onProgress: (what: string) => void,
): Promise<void> {
  await makePrivateFolder(into);
  let count = 0;
  for await (const { key, bytes, sha256 } of readList(folder, manifest, name)) {
    const place = join(into, key);
    await makePrivateFolder(dirname(place));
    const there = await measureFile(place).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (there?.sha256 !== sha256) {
      const beside = `${place}.restore`;
      await rm(beside, { force: true });
      const source = createReadStream(join(folder, name, key)) as AsyncIterable<Buffer>;
      const written = await writeNewFile(beside, source);
      if (written.sha256 !== sha256 || written.bytes !== bytes)
        throw new StartError(`${name}/${key} of the backup changed while it was read: its disk may be broken.`);
      await rename(beside, place);
      await flushFolder(dirname(place));
    }
    count += 1;
    if (count % 1_000 === 0) onProgress(`${count} ${name}`);
  }
  await flushFolder(into);
}
