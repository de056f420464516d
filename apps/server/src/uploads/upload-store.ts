import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { errorCode } from '../error-code.ts';
import type { DiskSpace } from './disk-reserve.ts';
import { lacksSpace, spaceOf } from './disk-reserve.ts';
import { makeFolder, probeFolder } from './make-folder.ts';
import { DiskFullError } from './upload-errors.ts';

/**
 * Where a store keeps its documents, as plain data: what another thread opens them by for itself. Object storage would name its bucket and
 * prefix here; its keys come from the environment, in any thread.
 */
export type StoreLocation = { readonly kind: 'folder'; readonly folder: string };

/** Where documents are kept: a folder today, object storage by another driver later. */
export interface DocumentStore {
  readonly location: StoreLocation;
  /** Resolves when the bytes would survive a power cut. Rejects, and may leave a part behind for `remove`, when the source breaks. */
  write(key: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /**
   * Takes over a file of this machine, which is no longer at its path then; resolves when it would survive a power cut. There is never a part
   * of it under the key, whenever the process ends, and it can be done again.
   */
  adopt(key: string, path: string): Promise<void>;
  has(key: string): Promise<boolean>;
  /** All of it, or the bytes from `from` up to and without `to`. */
  read(key: string, range?: { readonly from: number; readonly to: number }): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Of its disk; undefined where it has none of its own. */
  space(): Promise<DiskSpace | undefined>;
  /** Removes what a process that ended left behind in the middle of adopting, before a time. */
  removeParts(before: Date): Promise<void>;
  /** Rejects when nothing can be written now. It writes a little, flushes it and removes it. */
  probe(): Promise<void>;
}

/** Documents in a folder of this machine, which only its owner can enter. */
export async function folderStore(folder: string): Promise<DocumentStore> {
  await makeFolder(folder);
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const space = () => spaceOf(folder);
  return {
    location: { kind: 'folder', folder },
    async write(key, bytes) {
      // A stream over the source, not the source itself: it fails only once it is read. The driver gives up on an error at once, and
      // would make the file after that, when nobody removes it any more.
      await disk.putStream(key, Readable.from(bytes));
      // The driver leaves the bytes to the operating system's cache: the file and the two folders that name it are flushed here.
      const path = join(folder, key);
      for (const flushed of [path, dirname(path), folder]) await flush(flushed);
    },
    async adopt(key, path) {
      const place = join(folder, key);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await flush(path);
      await moveFile(path, place, { parts: join(folder, partsFolder), space });
      for (const flushed of [dirname(place), folder]) await flush(flushed);
    },
    has: (key) => disk.exists(key),
    async read(key, range) {
      if (range === undefined) return disk.getStream(key);
      if (range.from >= range.to) return Readable.from([]);
      return createReadStream(join(folder, key), { start: range.from, end: range.to - 1 });
    },
    remove: (key) => disk.delete(key),
    space,
    async removeParts(before) {
      for (const name of await listFolder(join(folder, partsFolder))) {
        const path = join(folder, partsFolder, name);
        const there = await stat(path).catch(() => undefined);
        if (there && there.mtime < before) await rm(path, { force: true });
      }
    },
    async probe() {
      await mkdir(join(folder, partsFolder), { recursive: true, mode: 0o700 });
      await probeFolder(join(folder, partsFolder));
    },
  };
}

/** Beside the documents, on their disk: what is being copied from another one. No document has such a key. */
const partsFolder = '.parts';

/**
 * Between two disks a file can only be copied: under a name that nobody else uses, so that neither a part of it nor of another process's copy is
 * ever taken for the whole.
 */
async function moveFile(
  from: string,
  to: string,
  { parts, space }: { readonly parts: string; readonly space: () => Promise<DiskSpace> },
): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    if (lacksSpace(await space(), (await stat(from)).size)) throw new DiskFullError('The disk of documents is full');
    await mkdir(parts, { recursive: true, mode: 0o700 });
    const part = join(parts, randomUUID());
    try {
      await copyFile(from, part);
      await flush(part);
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
    await flush(dirname(to));
    await rm(from, { force: true });
  }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const storageCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM']);

/** Whether an error of the store says that nothing can be written now: a full or broken disk. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && storageCodes.has(error.code)) return true;
  return error.cause !== undefined && isStorageUnavailable(error.cause);
}
