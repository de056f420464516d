import { createReadStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { UploadStore } from '../../storage/upload-store.ts';
import type { UploadFolder } from '../../storage/upload-folder.ts';
import { flushFolder, makePrivateFolder, writeNewFile } from './backup-files.ts';
import type { TableOfCatalogue } from './catalogue.ts';
import { portableSettings, quote, quoteColumns, readSequences, readTables } from './catalogue.ts';
import { copyDocuments, copyUploads } from './copy-files.ts';
import type { Manifest, Part } from './manifest.ts';
import { listBackups, unfinishedEnding, writeManifest } from './manifest.ts';

export interface BackupOptions {
  readonly connectionString: string;
  readonly store: UploadStore;
  readonly uploadFolder: UploadFolder;
  /** The folder of backups: each is a folder in it. */
  readonly into: string;
  readonly now: Date;
  readonly onProgress?: (what: string) => void;
}

export interface BackupResult {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Documents that were found in the former backup and take no room of their own. */
  readonly shared: number;
  /** Backups that were broken off earlier. */
  readonly leftovers: readonly string[];
}

/**
 * Makes a backup while the website runs: all tables as they are at one moment, then the files that belong to their rows, which never change.
 * Only when everything is safe on the disk does it get its manifest and its name.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { into, now } = options;
  await makePrivateFolder(into);
  const former = (await listBackups(into)).at(-1);
  const leftovers = (await readdir(into)).filter((name) => name.endsWith(unfinishedEnding));
  const name = `backup-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(into, `${name}${unfinishedEnding}`);
  await makePrivateFolder(folder);

  const client = new pg.Client({ connectionString: options.connectionString, application_name: 'backup' });
  await client.connect();
  try {
    const tables = await copyTables(client, folder, options);
    const context = { ...options, client, folder, ...(former === undefined ? {} : { former: join(into, former) }) };
    const documents = await copyDocuments(context, linesOf(join(folder, documentsToDo)));
    const uploads = await copyUploads(context, linesOf(join(folder, uploadsToDo)));
    for (const list of [documentsToDo, uploadsToDo]) await rm(join(folder, list));
    const manifest: Manifest = {
      format: 'redress-backup/1',
      madeAt: now.toISOString(),
      ...tables,
      // Later than the tables: what is given out meanwhile is not given out again.
      sequences: await readSequences(client),
      documents: documents.files,
      uploads,
      discarded: documents.discarded,
      faults: documents.faults,
    };
    await writeManifest(folder, manifest);
    await rename(folder, join(into, name));
    await flushFolder(into);
    return { folder: join(into, name), manifest, shared: documents.shared, leftovers };
  } finally {
    await client.end();
  }
}

const documentsToDo = 'documents.to-do';
const uploadsToDo = 'uploads.to-do';

type TablesOfManifest = Pick<Manifest, 'postgres' | 'secrets' | 'migrations' | 'tables' | 'seal'>;

/** One transaction sees one moment: a claim that is filed meanwhile is in all tables or in none. */
async function copyTables(client: pg.Client, folder: string, options: BackupOptions): Promise<TablesOfManifest> {
  await client.query(portableSettings);
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  // No migration comes between.
  await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`);
  await makePrivateFolder(join(folder, 'tables'));
  const copied: TablesOfManifest['tables'] = [];
  for (const table of tables) {
    options.onProgress?.(table.name);
    copied.push({ ...table, columns: [...table.columns], ...(await copyTable(client, folder, table)) });
  }
  // Read in the same moment, and written down: the transaction need not stay open while the files are copied.
  await writeNewFile(join(folder, documentsToDo), rowsOf(client, documentRows, 'key'));
  await writeNewFile(join(folder, uploadsToDo), rowsOf(client, uploadRows, 'id'));
  const version = await client.query<{ server_version: string }>('show server_version');
  const secrets = await client.query<Manifest['secrets'][number]>(
    `select version, encode(fingerprint, 'hex') as fingerprint, retired_at is not null as retired from secret_keys order by version`,
  );
  // A restore could not tell a wrong secret from the right one.
  if (secrets.rows.length === 0) throw new Error('The database knows no secret: the keys were never opened');
  const migrations = await client.query<Manifest['migrations'][number]>(
    'select name, sha256 from schema_migrations order by name',
  );
  const seal = await client.query<{ position: string; root: string }>(
    `select position, encode(root, 'hex') as root from history_seals order by position desc limit 1`,
  );
  await client.query('commit');
  return {
    postgres: version.rows[0]?.server_version ?? '',
    secrets: secrets.rows,
    migrations: migrations.rows,
    tables: copied,
    seal: seal.rows[0] ?? null,
  };
}

async function copyTable(
  client: pg.Client,
  folder: string,
  table: TableOfCatalogue,
): Promise<{ rows: number; part: Part }> {
  const file = `tables/${table.name}.copy.gz`;
  const rows = client.query(copyTo(`copy ${quoteColumns(table)} to stdout`));
  // The fastest level: the database is the slower one.
  const zipped = createGzip({ level: 1 });
  rows.on('error', (error) => zipped.destroy(error));
  const measured = await writeNewFile(join(folder, file), rows.pipe(zipped));
  // The count comes after the last row: the next answer comes after both.
  await client.query('select');
  return { rows: rows.rowCount, part: { file, ...measured } };
}

/** Rows that have bytes. Of a picture whose metadata was removed other bytes are kept than were sent. */
const documentRows = `
  select storage_key as key, 'claim' as kind, encode(coalesce(stored_sha256, sha256), 'hex') as sha256
  from claim_documents where status = 'stored'
  union all
  select storage_key, 'staged', encode(coalesce(stored_sha256, sha256), 'hex') from staged_documents where sha256 is not null`;
const uploadRows = `
  select uploads.id::text, claims.number || '/' || uploads.id as key, uploads.status, uploads.size
  from uploads join claims on claims.id = claim_id where uploads.status in ('arriving', 'complete')`;

/** Row by row as lines of JSON, however many there are. */
async function* rowsOf(client: pg.Client, query: string, order: string): AsyncGenerator<string> {
  await client.query(
    `declare listed no scroll cursor for select to_json(listed) as row from (${query}) as listed order by ${order}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: unknown }>('fetch 1000 from listed');
    if (rows.length === 0) break;
    yield rows.map(({ row }) => `${JSON.stringify(row)}\n`).join('');
  }
  await client.query('close listed');
}

async function* linesOf(path: string): AsyncGenerator {
  const source: Readable = createReadStream(path);
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) yield JSON.parse(line);
}
