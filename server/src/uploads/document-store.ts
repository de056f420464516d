import { constants } from 'node:fs';
import { access, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where documents are kept: a folder today, object storage by another driver later. */
export interface DocumentStore {
  /** Resolves when the bytes would survive a power cut. Rejects, and may leave a part behind for `remove`, when the source breaks. */
  write(key: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  read(key: string): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Rejects when nothing can be written now. */
  probe(): Promise<void>;
}

/** Documents in a folder of this machine, which only its owner can enter. */
export async function folderStore(folder: string): Promise<DocumentStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    async write(key, bytes) {
      // A stream over the source, not the source itself: it fails only once it is read. The driver gives up on an error at once, and
      // would make the file after that, when nobody removes it any more.
      await disk.putStream(key, Readable.from(bytes));
      // The driver leaves the bytes to the operating system's cache: the file and the two folders that name it are flushed here.
      const path = join(folder, key);
      for (const flushed of [path, dirname(path), folder]) await flush(flushed);
    },
    read: (key) => disk.getStream(key),
    remove: (key) => disk.delete(key),
    probe: () => access(folder, constants.W_OK),
  };
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
