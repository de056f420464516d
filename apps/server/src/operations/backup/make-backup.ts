import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ConsoleContext } from '../../console/context.ts';
import { withClient } from '../../platform/database/pool.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { flush, readDiskSpace, requireSpace, undefinedIfMissing } from '../../platform/storage/disk.ts';
import {
  type Checksum,
  listBackups,
  type ListedFile,
  makePrivateFolder,
  type Manifest,
  manifestName,
  readChecksum,
  unfinishedSuffix,
  writeNewFile,
} from './backup-manifest.ts';
import { type CatalogTable, portableSettings, quote, quoteColumns, readSequences, readTables } from './catalog.ts';

export interface BackupOptions extends Pick<ConsoleContext, 'store' | 'uploadFolder'> {
  readonly connectionString: string;
  /** The folder of backups. Each backup is a folder in it. */
  readonly into: string;
  /** If it is on the disk of the backups, the reserve of that disk is left. */
  readonly dataFolder?: string;
  readonly now: Date;
  readonly onProgress?: (step: string) => void;
}

export type BackupResult = Awaited<ReturnType<typeof makeBackup>>;

/** A backup that is being made. */
interface NewBackup extends BackupOptions {
  readonly client: pg.Client;
  readonly folder: string;
  readonly previousFolder: string | undefined;
  readonly isOnDataDisk: boolean;
}

const connectionName = 'backup';

/**
 * Makes a backup while the server runs: all tables as of one moment, then the files that their rows
 * name, which never change. The backup gets its manifest and final name when everything is on disk.
 * One that fails leaves nothing.
 */
export async function makeBackup(options: BackupOptions) {
  const { into, now, dataFolder } = options;
  await makePrivateFolder(into);
  const isOnDataDisk = dataFolder !== undefined && (await areOnOneDisk(into, dataFolder));
  const previous = (await listBackups(into)).at(-1);
  const unfinished = (await readdir(into)).filter((name) => name.endsWith(unfinishedSuffix));
  const name = `backup-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(into, `${name}${unfinishedSuffix}`);
  await mkdir(folder, { mode: 0o700 });

  const writeBackup = async (client: pg.Client) => {
    for (const part of ['tables', 'documents', 'uploads']) await makePrivateFolder(join(folder, part));
    const backup = { ...options, client, folder, previousFolder: previous && join(into, previous), isOnDataDisk };
    /** Names of earlier backups that were not completed. */
    const leftovers = (await isAnotherRunning(client)) ? [] : unfinished;
    const database = await copyDatabase(backup);
    const { documents, discarded, faults, shared } = await copyDocuments(backup);
    const uploads = await copyUploads(backup);
    const manifest: Manifest = {
      format: 'redress-backup/1',
      madeAt: now.toISOString(),
      ...database,
      // They are read after the tables, so that a restore does not repeat numbers used meanwhile.
      sequences: await readSequences(client),
      documents,
      uploads,
      discarded,
      faults,
    };
    await write(backup, join(folder, manifestName), Readable.from([`${JSON.stringify(manifest, null, 1)}\n`]));
    await rename(folder, join(into, name));
    await flush(into);
    /** `shared` is the number of documents shared with the previous backup, which take no space. */
    return { folder: join(into, name), manifest, shared, leftovers, isOnDataDisk };
  };
  try {
    return await withClient(options.connectionString, writeBackup, connectionName);
  } catch (error) {
    // It may have filled the disk.
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Whether the folders are on the same disk. One that does not exist is on none. */
async function areOnOneDisk(folder: string, other: string): Promise<boolean> {
  return (await stat(folder)).dev === (await stat(other).catch(undefinedIfMissing))?.dev;
}

/** Whether another backup of this database is being made, whose folder is unfinished, too. */
async function isAnotherRunning(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`,
    [connectionName],
  );
  return rowCount !== 0;
}

/** Writes a file of the backup. On the disk of the data, the database needs the reserve. */
function write(
  { folder, isOnDataDisk }: NewBackup,
  path: string,
  source: AsyncIterable<Buffer | string>,
): Promise<Checksum> {
  return writeNewFile(path, isOnDataDisk ? leaveReserve(source, folder) : source);
}

const bytesBetweenChecks = 16 * 1024 ** 2;

async function* leaveReserve(source: AsyncIterable<Buffer | string>, folder: string) {
  let unchecked = bytesBetweenChecks;
  for await (const chunk of source) {
    unchecked += chunk.length;
    if (unchecked > bytesBetweenChecks) {
      requireSpace(await readDiskSpace(folder), 0);
      unchecked = 0;
    }
    yield chunk;
  }
}

/** One transaction copies all tables, so that a claim filed meanwhile is in all or in none. */
async function copyDatabase(backup: NewBackup) {
  const { client, onProgress } = backup;
  await client.query(portableSettings);
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  // The lock keeps migrations out.
  await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`);
  const copied: Manifest['tables'] = [];
  for (const table of tables) {
    onProgress?.(table.name);
    copied.push({ ...table, ...(await copyTable(backup, table)) });
  }
  await openFileCursors(client);
  const { rows } = await client.query<Pick<Manifest, 'postgres' | 'secrets' | 'migrations' | 'seal'>>(
    `select current_setting('server_version') as postgres,
       (select json_agg(json_build_object(
          'version', version, 'fingerprint', encode(fingerprint, 'hex'), 'retired', retired_at is not null
        ) order by version) from secret_keys) as secrets,
       (select json_agg(json_build_object('name', name, 'sha256', sha256) order by name) from schema_migrations) as migrations,
       (select json_build_object('position', position::text, 'root', encode(root, 'hex'))
        from history_seals order by position desc limit 1) as seal
     where exists (select from secret_keys)`,
  );
  // Without a secret, a restore could not recognize a wrong one.
  if (!rows[0]) throw new Error('The database knows no secret: the keys were never opened');
  await client.query('commit');
  return { ...rows[0], tables: copied };
}

async function copyTable(backup: NewBackup, table: CatalogTable) {
  const { client, folder } = backup;
  const file = `tables/${table.name}.copy.gz`;
  const rows = client.query(copyTo(`copy ${quoteColumns(table)} to stdout`));
  // At higher levels, compression would be slower than the database.
  const zipped = createGzip({ level: 1 });
  rows.on('error', (error) => zipped.destroy(error));
  const checksum = await write(backup, join(folder, file), rows.pipe(zipped));
  // The row count arrives after the last row, and before the result of the next statement.
  await client.query('select');
  return { rows: rows.rowCount, part: { file, ...checksum } };
}

interface FileRows {
  readonly documents: { readonly key: string; readonly kind: 'claim' | 'staged'; readonly sha256: string };
  /** `storage_key` is the key of the document that the upload becomes. */
  readonly uploads: {
    readonly key: string;
    readonly status: 'arriving' | 'complete';
    readonly size: number;
    readonly storage_key: string;
  };
}

/**
 * Opens cursors over the files of a transaction's rows, which stay open after its commit, because
 * there can be many rows and copying takes long.
 */
async function openFileCursors(client: pg.Client): Promise<void> {
  // A picture whose metadata was removed has the hash of the stripped file.
  await client.query(
    `declare documents no scroll cursor with hold for
     select storage_key as key, 'claim' as kind, encode(coalesce(stored_sha256, sha256), 'hex') as sha256
     from claim_documents where status = 'stored'
     union all
     select storage_key, 'staged', encode(coalesce(stored_sha256, sha256), 'hex') from staged_documents where sha256 is not null
     order by key`,
  );
  await client.query(
    `declare uploads no scroll cursor with hold for
     select uploads.id as key, uploads.status, uploads.size::float8, claims.number || '/' || uploads.id as storage_key
     from uploads join claims on claims.id = claim_id where uploads.status in ('arriving', 'complete') order by uploads.id`,
  );
}

/** Copies the files of a cursor, and lists those that existed. */
async function copyFiles<Name extends keyof FileRows>(
  backup: NewBackup,
  name: Name,
  copy: (row: FileRows[Name], path: string) => Promise<Checksum | undefined>,
): Promise<Manifest['documents']> {
  const { client, folder, onProgress } = backup;
  let count = 0;
  let bytes = 0;
  const file = `${name}.jsonl`;
  const lines = async function* () {
    for (;;) {
      const { rows } = await client.query<FileRows[Name]>(`fetch 1000 from ${name}`);
      if (rows.length === 0) return;
      for (const row of rows) {
        const copied = await copy(row, join(folder, name, row.key));
        if (!copied) continue;
        count += 1;
        bytes += copied.bytes;
        onProgress?.(`${count} ${name}`);
        const listed: ListedFile = { key: row.key, ...copied };
        yield `${JSON.stringify(listed)}\n`;
      }
    }
  };
  const list = await write(backup, join(folder, file), lines());
  await flush(join(folder, name));
  return { list: { file, ...list }, count, bytes };
}

/** Copies documents, or shares them with the previous backup after checking their bytes there. */
async function copyDocuments(backup: NewBackup) {
  const result = { discarded: [] as string[], faults: 0, shared: 0 };
  const documents = await copyFiles(backup, 'documents', async ({ key, kind, sha256 }, path) => {
    await makePrivateFolder(dirname(path));
    const shared = await share(backup, key, sha256, path);
    const copied = shared ?? (await copyDocument(backup, key, path));
    if (shared) result.shared += 1;
    if (copied) {
      if (copied.sha256 !== sha256) result.faults += 1;
    } else if (await isRecorded(backup.client, key)) result.faults += 1;
    else if (kind === 'staged') result.discarded.push(key);
    else throw new StartError('Claims were purged during the backup: run it again.');
    return copied;
  });
  return { documents, ...result };
}

/** Links to the file of the previous backup, unless it was damaged there. */
async function share(
  { previousFolder }: NewBackup,
  key: string,
  sha256: string,
  path: string,
): Promise<Checksum | undefined> {
  if (previousFolder === undefined) return undefined;
  const previous = join(previousFolder, 'documents', key);
  // A file that is not there, or whose file system has no hard links, is copied.
  const isLinked = await link(previous, path).then(
    () => true,
    () => false,
  );
  if (!isLinked) return undefined;
  const checksum = await readChecksum(path);
  if (checksum.sha256 === sha256) {
    await flush(dirname(path));
    return checksum;
  }
  await rm(path);
  return undefined;
}

async function copyDocument(backup: NewBackup, key: string, path: string): Promise<Checksum | undefined> {
  const { store } = backup;
  return (await store.has(key)) ? write(backup, path, store.read(key)) : undefined;
}

/** Whether a document still has a row. Staged ones may be removed during the backup. */
async function isRecorded(client: pg.Client, key: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from claim_documents where storage_key = $1 and status = 'stored'
     union all select from staged_documents where storage_key = $1`,
    [key],
  );
  return rowCount !== 0;
}

/** Copies unfinished uploads. One that was finalized meanwhile is in the store. */
function copyUploads(backup: NewBackup): Promise<Manifest['uploads']> {
  return copyFiles(backup, 'uploads', async ({ key, status, size, storage_key: storageKey }, path) => {
    // Bytes may be arriving, so the backup has those before the end of the file at this moment.
    const source = backup.uploadFolder.read(key, { from: 0, to: size });
    const copied = await write(backup, path, source).catch(undefinedIfMissing);
    if (copied) return copied;
    await rm(path, { force: true });
    return status === 'complete' ? copyDocument(backup, storageKey, path) : undefined;
  });
}
