import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { AppContext } from '../../context.ts';
import { withClient } from '../../database/pool.ts';
import { flush } from '../../storage/disk.ts';
import { makePrivateFolder, writeNewFile } from './backup-files.ts';
import { type CatalogTable, portableSettings, quote, quoteColumns, readSequences, readTables } from './catalog.ts';
import { copyDocuments, copyUploads, listFiles } from './copy-files.ts';
import { listBackups, type Manifest, unfinishedSuffix, writeManifest } from './backup-manifest.ts';

export interface BackupOptions extends Pick<AppContext, 'store' | 'uploadFolder'> {
  readonly connectionString: string;
  /** The folder of backups. Each backup is a folder in it. */
  readonly into: string;
  readonly now: Date;
  readonly onProgress?: (step: string) => void;
}

export interface BackupResult {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Documents shared with the previous backup, which take no space. */
  readonly shared: number;
  /** Names of earlier backups that were not completed. */
  readonly leftovers: readonly string[];
}

/**
 * Makes a backup while the server runs: all tables as of one moment, then the files that their rows
 * refer to, which never change. It gets its manifest and final name when everything is on the disk.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { into, now } = options;
  await makePrivateFolder(into);
  const previous = (await listBackups(into)).at(-1);
  const leftovers = (await readdir(into)).filter((name) => name.endsWith(unfinishedSuffix));
  const name = `backup-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(into, `${name}${unfinishedSuffix}`);
  await makePrivateFolder(folder);

  const writeBackup = async (client: pg.Client) => {
    const tables = await copyDatabase(client, folder, options.onProgress);
    const copyOptions = { ...options, client, folder, previousFolder: previous && join(into, previous) };
    const { files, discarded, faults, shared } = await copyDocuments(copyOptions);
    const uploads = await copyUploads(copyOptions);
    const manifest: Manifest = {
      format: 'redress-backup/1',
      madeAt: now.toISOString(),
      ...tables,
      // Read after the tables, so that numbers used meanwhile are not used again after a restore.
      sequences: await readSequences(client),
      documents: files,
      uploads,
      discarded,
      faults,
    };
    await writeManifest(folder, manifest);
    await rename(folder, join(into, name));
    await flush(into);
    return { folder: join(into, name), manifest, shared, leftovers };
  };
  return withClient(options.connectionString, writeBackup, 'backup');
}

type DatabaseParts = Pick<Manifest, 'postgres' | 'secrets' | 'migrations' | 'tables' | 'seal'>;

// In one transaction, so that a claim filed meanwhile is in all tables or in none.
async function copyDatabase(
  client: pg.Client,
  folder: string,
  onProgress: BackupOptions['onProgress'],
): Promise<DatabaseParts> {
  await client.query(portableSettings);
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  // Keeps migrations out.
  await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`);
  await makePrivateFolder(join(folder, 'tables'));
  const copied: DatabaseParts['tables'] = [];
  for (const table of tables) {
    onProgress?.(table.name);
    copied.push({ ...table, ...(await copyTable(client, folder, table)) });
  }
  await listFiles(client);
  const version = await client.query<{ server_version: string }>('show server_version');
  const secrets = await client.query<Manifest['secrets'][number]>(
    `select version, encode(fingerprint, 'hex') as fingerprint, retired_at is not null as retired from secret_keys order by version`,
  );
  // Without one, a restore could not recognize a wrong secret.
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

async function copyTable(client: pg.Client, folder: string, table: CatalogTable) {
  const file = `tables/${table.name}.copy.gz`;
  const rows = client.query(copyTo(`copy ${quoteColumns(table)} to stdout`));
  // The fastest level: compression would otherwise be slower than the database.
  const zipped = createGzip({ level: 1 });
  rows.on('error', (error) => zipped.destroy(error));
  const checksum = await writeNewFile(join(folder, file), rows.pipe(zipped));
  // The row count arrives after the last row, and before the result of the next statement.
  await client.query('select');
  return { rows: rows.rowCount, part: { file, ...checksum } };
}
