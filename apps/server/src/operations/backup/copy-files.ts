import { createReadStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { errorCode } from '../../errors/error-code.ts';
import { StartError } from '../../errors/start-error.ts';
import type { UploadStore } from '../../storage/upload-store.ts';
import type { UploadFolder } from '../../storage/upload-folder.ts';
import type { Measured } from './backup-files.ts';
import { flushFolder, makePrivateFolder, measureFile, writeNewFile } from './backup-files.ts';
import type { ListedFile, Manifest } from './manifest.ts';

export interface CopyRoom {
  readonly client: pg.Client;
  readonly store: UploadStore;
  readonly uploadFolder: UploadFolder;
  readonly folder: string;
  /** The backup before, if there is one. */
  readonly former?: string;
  readonly onProgress?: (what: string) => void;
}

const DocumentSchema = Type.Object({ key: Type.String(), kind: Type.String(), sha256: Type.String() });
const UploadSchema = Type.Object({
  id: Type.String(),
  key: Type.String(),
  status: Type.String(),
  size: Type.Integer(),
});

export interface CopiedDocuments {
  readonly files: Manifest['documents'];
  readonly discarded: string[];
  readonly faults: number;
  readonly shared: number;
}

/** Copies the documents of these rows, or shares them with the former backup, whose copies are read all the same. */
export async function copyDocuments(context: CopyRoom, rows: AsyncIterable<unknown>): Promise<CopiedDocuments> {
  const result = { discarded: [] as string[], faults: 0, shared: 0 };
  const files = await writeList(context, 'documents', async function* () {
    await makePrivateFolder(join(context.folder, 'documents'));
    for await (const row of rows) {
      const { key, kind, sha256 } = Value.Parse(DocumentSchema, row);
      const path = join(context.folder, 'documents', key);
      await makePrivateFolder(dirname(path));
      const shared = await share(context, key, sha256, path);
      const copied = shared ?? (await copyDocument(context, key, path));
      if (shared) result.shared += 1;
      if (!copied) {
        if (await isStillThere(context.client, key)) result.faults += 1;
        else if (kind === 'staged') result.discarded.push(key);
        else throw new StartError('Claims were purged while the backup was made: run it again.');
        continue;
      }
      if (copied.sha256 !== sha256) result.faults += 1;
      yield { key, ...copied };
    }
  });
  return { files, ...result };
}

/** A file of the former backup under another name, when its bytes are still those that were kept. */
async function share({ former }: CopyRoom, key: string, sha256: string, path: string): Promise<Measured | undefined> {
  if (former === undefined) return undefined;
  try {
    await link(join(former, 'documents', key), path);
  } catch {
    // Not there, or a disk that knows no links: it is copied.
    return undefined;
  }
  const measured = await measureFile(path);
  if (measured.sha256 === sha256) {
    await flushFolder(dirname(path));
    return measured;
  }
  await rm(path);
  return undefined;
}

async function copyDocument({ store }: CopyRoom, key: string, path: string): Promise<Measured | undefined> {
  if (!(await store.has(key))) return undefined;
  return writeNewFile(path, (await store.read(key)) as AsyncIterable<Buffer>);
}

/** Whether the row is there now, too: after the moment of the backup a document may be discarded. */
async function isStillThere(client: pg.Client, key: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from claim_documents where storage_key = $1 and status = 'stored'
     union all select from staged_documents where storage_key = $1`,
    [key],
  );
  return rowCount !== 0;
}

/** Copies what has come of unfinished uploads. One that has become a document meanwhile is found in the store. */
export async function copyUploads(context: CopyRoom, rows: AsyncIterable<unknown>): Promise<Manifest['uploads']> {
  return writeList(context, 'uploads', async function* () {
    await makePrivateFolder(join(context.folder, 'uploads'));
    for await (const row of rows) {
      const { id, key, status, size } = Value.Parse(UploadSchema, row);
      const path = join(context.folder, 'uploads', id);
      const measured =
        (await copyPieces(context.uploadFolder.pathOf(id), size, path)) ??
        (status === 'complete' ? await copyDocument(context, key, path) : undefined);
      if (measured) yield { key: id, ...measured };
    }
  });
}

/** Bytes may be added to it at this moment: what is there when its end is reached counts, and the browser goes on from there. */
async function copyPieces(from: string, size: number, path: string): Promise<Measured | undefined> {
  try {
    return await writeNewFile(path, createReadStream(from, { end: size - 1 }) as AsyncIterable<Buffer>);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await rm(path, { force: true });
    return undefined;
  }
}

/** Writes the list of files as they are copied. */
async function writeList(
  context: CopyRoom,
  name: 'documents' | 'uploads',
  copy: () => AsyncGenerator<ListedFile>,
): Promise<Manifest['documents']> {
  let count = 0;
  let bytes = 0;
  const file = `${name}.jsonl`;
  const lines = async function* () {
    for await (const listed of copy()) {
      count += 1;
      bytes += listed.bytes;
      if (count % 1_000 === 0) context.onProgress?.(`${count} ${name}`);
      yield `${JSON.stringify(listed)}\n`;
    }
  };
  const list = await writeNewFile(join(context.folder, file), lines());
  // The names of the folders in it.
  await flushFolder(join(context.folder, name));
  return { list: { file, ...list }, count, bytes };
}
