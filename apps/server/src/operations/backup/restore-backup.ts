import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Value } from 'typebox/value';
import {
  isPreRelease,
  isRestoreUnfinished,
  migrate,
  preReleaseMigration,
  readMigrations,
  restoreMark,
} from '../../platform/database/migrate.ts';
import { withClient } from '../../platform/database/pool.ts';
import { preReleaseRefusal, StartError } from '../../platform/errors/start-error.ts';
import { openKeyRing } from '../../platform/keys/key-ring.ts';
import { fingerprintSecret } from '../../platform/keys/keys.ts';
import type { Secrets } from '../../platform/keys/secrets.ts';
import { undefinedIfMissing } from '../../platform/storage/disk.ts';
import type { Storage } from '../../platform/storage/open-storage.ts';
import {
  type Checksum,
  type ListedFile,
  ListedFileSchema,
  type Manifest,
  measureBytes,
  readChecksum,
} from './backup-manifest.ts';
import { createPartitions, partitionedTable, portableSettings, quote, quoteColumns, readTables } from './catalog.ts';

/**
 * Reads every byte of a backup, so that a restore does not fail halfway.
 * @throws StartError a part is missing or changed, or this release lacks one of its migrations
 */
export async function checkBackup(
  folder: string,
  manifest: Manifest,
  onProgress: (step: string) => void,
): Promise<void> {
  await checkMigrations(folder, manifest);
  const parts = [...manifest.tables.map(({ part }) => part), manifest.documents.list, manifest.uploads.list];
  for (const part of parts) await checkFile(folder, part.file, part);
  for (const name of ['documents', 'uploads'] as const) {
    let count = 0;
    for await (const listed of readList(folder, manifest, name)) {
      await checkFile(folder, `${name}/${listed.key}`, listed);
      count += 1;
      onProgress(`${count} ${name} checked`);
    }
  }
}

/** The documents or uploads in a backup. */
async function* readList(
  folder: string,
  manifest: Manifest,
  name: 'documents' | 'uploads',
): AsyncGenerator<ListedFile> {
  const list = await open(join(folder, manifest[name].list.file));
  for await (const line of list.readLines()) yield Value.Parse(ListedFileSchema, JSON.parse(line));
}

async function checkFile(folder: string, file: string, expected: Checksum): Promise<void> {
  const found = await readChecksum(join(folder, file)).catch(undefinedIfMissing);
  if (found?.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw new StartError(`${file} in ${folder} is missing or was changed: use another backup. Nothing was changed.`);
}

async function checkMigrations(folder: string, { migrations }: Manifest): Promise<void> {
  if (migrations.some(({ name }) => name === preReleaseMigration))
    throw new StartError(`The backup in ${folder} ${preReleaseRefusal}`);
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.filter(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown.length > 0)
    throw new StartError(
      `The backup was made by a newer or different release of Redress (${unknown.map(({ name }) => name).join(', ')}): restore it with that release.`,
    );
}

/** @throws StartError the secrets do not decrypt the data of the backup */
function checkSecrets({ secrets }: Manifest, given: Secrets): void {
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

export interface RestoreOptions {
  readonly connectionString: string;
  /** The folder of the backup, after `checkBackup`. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly secrets: Secrets;
  /** The target of documents and unfinished uploads. */
  readonly storage: Storage;
  readonly onProgress?: (step: string) => void;
}

/**
 * Restores a backup into an empty database and empty folders. Until it is complete the database has
 * a mark that prevents servers from starting. An interrupted restore continues with the same call.
 * @throws StartError the target is not empty, or the secret is wrong
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { connectionString, manifest } = options;
  checkSecrets(manifest, options.secrets);
  const restore = async (client: pg.Client) => {
    if (!(await isRestoreUnfinished(client))) await requireEmptyTarget(client, options);
    await mark(client, manifest);
    // The tables start with the backup's schema; the second `migrate` below updates it.
    await migrate(connectionString, new Set(manifest.migrations.map(({ name }) => name)));
    await copyFiles(options, 'documents');
    await copyFiles(options, 'uploads');
    await createPartitions(client, manifest);
    await loadTables(client, options);
    await migrate(connectionString);
    await client.query('analyze');
    await openKeyRing(connectionString, options.secrets);
  };
  await withClient(connectionString, restore, 'restore');
}

/** @throws StartError an interrupted restore of another backup */
async function mark(client: pg.Client, { madeAt }: Manifest): Promise<void> {
  await client.query(`create table if not exists ${restoreMark} (made_at text not null)`);
  await client.query(`insert into ${restoreMark} select $1 where not exists (select from ${restoreMark})`, [madeAt]);
  const { rows } = await client.query<{ made_at: string }>(`select made_at from ${restoreMark}`);
  if (rows[0]?.made_at !== madeAt)
    throw new StartError(
      `The restore of another backup, of ${rows[0]?.made_at ?? 'unknown time'}, was interrupted here: continue with that one, or use a new, empty database and data folder.`,
    );
}

/** @throws StartError restoring would overwrite something */
async function requireEmptyTarget(client: pg.Client, { storage }: RestoreOptions): Promise<void> {
  if (await isPreRelease(client)) throw new StartError(`The database ${preReleaseRefusal}`);
  const tables = await readTables(client);
  if (tables.length > 0)
    throw new StartError(
      `The database is not empty (its tables include ${quote(tables[0]?.name ?? '')}): restore a backup into a new one. ` +
        'Set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
    );
  const used = await storage.findUsed();
  if (used !== undefined)
    throw new StartError(
      `${used} is not empty: restore a backup into an empty one. Set DATA_DIR (or DOCUMENTS_URL) to a new folder, or DOCUMENTS_URL to another bucket or prefix.`,
    );
}

async function copyFiles(
  { folder, manifest, storage: { store, uploadFolder }, onProgress }: RestoreOptions,
  name: 'documents' | 'uploads',
): Promise<void> {
  let count = 0;
  for await (const { key, bytes, sha256 } of readList(folder, manifest, name)) {
    const measured = measureBytes(createReadStream(join(folder, name, key)));
    if (name === 'documents') await store.write(key, measured.bytes);
    else {
      // An interrupted restore may have copied part of it.
      await uploadFolder.remove(key);
      await uploadFolder.append(key, 0, measured.bytes);
    }
    const written = measured.checksum();
    if (written.sha256 !== sha256 || written.bytes !== bytes)
      throw new StartError(`${name}/${key} of the backup changed while it was read: its disk may be failing.`);
    count += 1;
    onProgress?.(`${count} ${name}`);
  }
}

/**
 * Fills the empty tables and removes the mark, in one transaction. Triggers are disabled meanwhile,
 * because the rows have passed them before.
 */
async function loadTables(client: pg.Client, { folder, manifest, onProgress }: RestoreOptions): Promise<void> {
  await client.query(portableSettings);
  // Closing the connection without a commit rolls back.
  await client.query('begin');
  const names = manifest.tables.map(({ name }) => quote(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // The backup also has the rows that migrations inserted.
  for (const name of names.toReversed()) await client.query(`delete from ${name}`);
  for (const table of manifest.tables) {
    onProgress?.(table.name);
    const copy = client.query(copyFrom(`copy ${quoteColumns(partitionedTable(table))} from stdin`));
    await pipeline(createReadStream(join(folder, table.part.file)), createGunzip(), copy);
    if (copy.rowCount !== table.rows)
      throw new Error(`The table ${table.name} has ${copy.rowCount} rows instead of ${table.rows}`);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('delete from staged_documents where storage_key = any($1::text[])', [manifest.discarded]);
  await setSequences(client, manifest);
  await client.query(`drop table ${restoreMark}`);
  await client.query('commit');
}

/** Claim numbers may have been assigned after the backup: the sequence skips that many. */
const skippedClaimNumbers = 5_000_000;
const claimNumberSequence = 'claim_number_blocks';

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, lastValue } of sequences) {
    const { rowCount } = await client.query(
      `select setval(format('%I', sequencename)::regclass, least(max_value, $2::numeric + $3)::bigint)
       from pg_sequences where schemaname = current_schema() and sequencename = $1`,
      [name, lastValue, name === claimNumberSequence ? skippedClaimNumbers : 0],
    );
    if (rowCount !== 1) throw new Error(`The sequence ${name} does not exist`);
  }
}
