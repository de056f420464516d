import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { errorCode } from '../errors/error-code.ts';
import {
  type ByteRange,
  type DiskSpace,
  DiskFullError,
  flush,
  lacksSpace,
  makeFolder,
  probeFolder,
  readFileRange,
  removeOldFiles,
  readDiskSpace,
} from './disk.ts';

/**
 * Where a store keeps its files, as plain data that another thread can open. Object storage would
 * give its bucket and prefix here; its credentials come from the environment.
 */
export type StoreLocation = { readonly kind: 'folder'; readonly folder: string };

/** On the disk of the stored files, for files that are being copied from another disk. */
const temporaryFolder = '.parts';

/** Opens a store in a folder of this machine that only its owner can enter. */
export async function openUploadStore(folder: string) {
  await makeFolder(folder);
  const location: StoreLocation = { kind: 'folder', folder };
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const temporary = join(folder, temporaryFolder);
  /** `undefined` for storage that is not a disk. */
  const space = (): Promise<DiskSpace | undefined> => readDiskSpace(folder);
  return {
    location,
    /**
     * Resolves when the bytes survive a power cut. When the source breaks it rejects, and may leave
     * a partial file for `remove`.
     */
    async write(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
      // A stream, not the generator itself: on an early error the driver returns at once and would
      // create the file afterward.
      await disk.putStream(key, Readable.from(bytes));
      // The driver does not flush.
      const path = join(folder, key);
      for (const flushed of [path, dirname(path), folder]) await flush(flushed);
    },
    /**
     * Moves in a file of this machine and resolves when it survives a power cut. The key never
     * names a partial file, even after a crash, and the call can be repeated.
     */
    async moveIn(key: string, from: string): Promise<void> {
      const to = join(folder, key);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await flush(from);
      try {
        await rename(from, to);
      } catch (error) {
        if (errorCode(error) !== 'EXDEV') throw error;
        if (lacksSpace(await space(), (await stat(from)).size)) throw new DiskFullError('The disk of uploads is full');
        await copyToAnotherDisk(from, to, temporary);
      }
      for (const flushed of [dirname(to), folder]) await flush(flushed);
    },
    has: (key: string) => disk.exists(key),
    read: (key: string, range?: ByteRange): Promise<Readable> =>
      range ? Promise.resolve(readFileRange(join(folder, key), range)) : disk.getStream(key),
    /** A missing file is not an error. */
    remove: (key: string) => disk.delete(key),
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

/** Copies under a unique name first: `to` never names a partial copy of this or another process. */
async function copyToAnotherDisk(from: string, to: string, temporary: string): Promise<void> {
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const copy = join(temporary, randomUUID());
  try {
    await copyFile(from, copy);
    await flush(copy);
    await rename(copy, to);
  } finally {
    await rm(copy, { force: true });
  }
  await flush(dirname(to));
  await rm(from, { force: true });
}

const unavailableCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM']);

/** Whether an error means that nothing can be written now, as on a full or broken disk. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unavailableCodes.has(errorCode(error) ?? '') || isStorageUnavailable(error.cause);
}
