import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import {
  type ByteRange,
  flush,
  makeFolder,
  probeFolder,
  readFileRange,
  removeOldFiles,
  requireSpace,
  readDiskSpace,
  undefinedIfMissing,
  writeFlushed,
} from './disk.ts';

/**
 * Where a store keeps its files, as plain data that another process can open. Object storage would
 * give its bucket and prefix here; its credentials come from the environment.
 */
export type StoreLocation = { readonly kind: 'folder'; readonly folder: string };

/** On the disk of the stored files, for files that are still being written. */
const temporaryFolder = '.parts';

/**
 * Opens a store in a folder of this machine that only its owner can enter. A key never names a
 * partial file, even after a crash, and every write survives a power cut once it resolves.
 */
export async function openUploadStore(folder: string) {
  await makeFolder(folder);
  const location: StoreLocation = { kind: 'folder', folder };
  const temporary = join(folder, temporaryFolder);
  const pathOf = (key: string) => join(folder, key);
  const space = () => readDiskSpace(folder);

  async function place(from: string, key: string): Promise<void> {
    const to = pathOf(key);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
    for (const flushed of [dirname(to), folder]) await flush(flushed);
  }
  /** Replaces a file of this key. */
  async function write(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const part = join(temporary, randomUUID());
    try {
      await writeFlushed(part, bytes);
      await place(part, key);
    } finally {
      await rm(part, { force: true });
    }
  }
  return {
    location,
    write,
    /** Moves in a file of this machine, also from another disk. */
    async moveIn(key: string, from: string): Promise<void> {
      await flush(from);
      try {
        await place(from, key);
      } catch (error) {
        if (errorCode(error) !== 'EXDEV') throw error;
        requireSpace(await space(), (await stat(from)).size);
        await write(key, createReadStream(from));
        await rm(from, { force: true });
      }
    },
    has: async (key: string) => (await stat(pathOf(key)).catch(undefinedIfMissing)) !== undefined,
    read: (key: string, range?: ByteRange) => readFileRange(pathOf(key), range),
    /** A missing file is not an error. */
    remove: (key: string) => rm(pathOf(key), { force: true }),
    space,
    /** Removes temporary files that a crashed process left before `before`. */
    removeTemporary: (before: Date) => removeOldFiles(temporary, before),
    /** Rejects when the store is not writable now. */
    async probe(): Promise<void> {
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      await probeFolder(temporary);
    },
  };
}

/** The files of uploads that were received: in a folder now, later perhaps in object storage. */
export type UploadStore = Awaited<ReturnType<typeof openUploadStore>>;

const unavailableCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM']);

/** Whether an error means that nothing can be written now, as on a full or broken disk. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unavailableCodes.has(errorCode(error) ?? '') || isStorageUnavailable(error.cause);
}
