import { createReadStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { AppContext } from '../../context.ts';
import { StartError } from '../../errors/start-error.ts';
import { flush, undefinedIfMissing } from '../../storage/disk.ts';
import { type Checksum, makePrivateFolder, readChecksum, writeNewFile } from './backup-files.ts';
import type { ListedFile, Manifest } from './backup-manifest.ts';

export interface CopyOptions extends Pick<AppContext, 'store' | 'uploadFolder'> {
  readonly client: pg.Client;
  /** The folder of the new backup. */
  readonly folder: string;
  readonly previousFolder: string | undefined;
  readonly onProgress?: (step: string) => void;
}

/**
 * Opens cursors over the files of a transaction's rows, which stay open after its commit, because
 * there can be many rows and copying takes long.
 */
export async function listFiles(client: pg.Client): Promise<void> {
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
     select uploads.id, claims.number || '/' || uploads.id as key, uploads.status, uploads.size::float8
     from uploads join claims on claims.id = claim_id where uploads.status in ('arriving', 'complete') order by uploads.id`,
  );
}

interface FileRows {
  readonly documents: { readonly key: string; readonly kind: 'claim' | 'staged'; readonly sha256: string };
  readonly uploads: { readonly id: string; readonly key: string; readonly status: string; readonly size: number };
}

async function* fetchRows<Name extends keyof FileRows>(client: pg.Client, name: Name): AsyncGenerator<FileRows[Name]> {
  for (;;) {
    const { rows } = await client.query<FileRows[Name]>(`fetch 1000 from ${name}`);
    if (rows.length === 0) return;
    yield* rows;
  }
}

/** Copies documents, or shares them with the previous backup after checking their bytes there. */
export async function copyDocuments(options: CopyOptions) {
  const result = { discarded: [] as string[], faults: 0, shared: 0 };
  const files = await writeList(options, 'documents', async function* () {
    for await (const { key, kind, sha256 } of fetchRows(options.client, 'documents')) {
      const path = join(options.folder, 'documents', key);
      await makePrivateFolder(dirname(path));
      const shared = await share(options, key, sha256, path);
      const copied = shared ?? (await copyDocument(options, key, path));
      if (shared) result.shared += 1;
      if (copied) {
        if (copied.sha256 !== sha256) result.faults += 1;
        yield { key, ...copied };
      } else if (await isRecorded(options.client, key)) result.faults += 1;
      else if (kind === 'staged') result.discarded.push(key);
      else throw new StartError('Claims were purged during the backup: run it again.');
    }
  });
  return { files, ...result };
}

/** Links to the file of the previous backup, unless it was damaged there. */
async function share(
  { previousFolder }: CopyOptions,
  key: string,
  sha256: string,
  path: string,
): Promise<Checksum | undefined> {
  if (previousFolder === undefined) return undefined;
  try {
    await link(join(previousFolder, 'documents', key), path);
  } catch {
    // It is not there, or the file system has no hard links: it is copied.
    return undefined;
  }
  const checksum = await readChecksum(path);
  if (checksum.sha256 === sha256) {
    await flush(dirname(path));
    return checksum;
  }
  await rm(path);
  return undefined;
}

async function copyDocument({ store }: CopyOptions, key: string, path: string): Promise<Checksum | undefined> {
  if (!(await store.has(key))) return undefined;
  return writeNewFile(path, store.read(key));
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
export async function copyUploads(options: CopyOptions): Promise<Manifest['uploads']> {
  return writeList(options, 'uploads', async function* () {
    for await (const { id, key, status, size } of fetchRows(options.client, 'uploads')) {
      const path = join(options.folder, 'uploads', id);
      // Bytes may be arriving: the backup has those before the end of the file at this moment.
      const source = createReadStream(options.uploadFolder.pathOf(id), { end: size - 1 });
      let copied = await writeNewFile(path, source as AsyncIterable<Buffer>).catch(undefinedIfMissing);
      if (!copied) {
        await rm(path, { force: true });
        if (status === 'complete') copied = await copyDocument(options, key, path);
      }
      if (copied) yield { key: id, ...copied };
    }
  });
}

/** Lists the files while they are copied. */
async function writeList(
  { folder, onProgress }: CopyOptions,
  name: 'documents' | 'uploads',
  copy: () => AsyncGenerator<ListedFile>,
): Promise<Manifest['documents']> {
  await makePrivateFolder(join(folder, name));
  let count = 0;
  let bytes = 0;
  const file = `${name}.jsonl`;
  const lines = async function* () {
    for await (const listed of copy()) {
      count += 1;
      bytes += listed.bytes;
      onProgress?.(`${count} ${name}`);
      yield `${JSON.stringify(listed)}\n`;
    }
  };
  const list = await writeNewFile(join(folder, file), lines());
  await flush(join(folder, name));
  return { list: { file, ...list }, count, bytes };
}
