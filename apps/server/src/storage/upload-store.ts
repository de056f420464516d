import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import {
  type ByteRange,
  flush,
  flushIfPresent,
  makeFolder,
  probeFolder,
  readFileRange,
  requireSpace,
  readDiskSpace,
  undefinedIfMissing,
  writeFlushed,
} from './disk.ts';

/** On the disk of the stored files, for files that are still being written. */
const temporaryFolder = '.parts';
/** Where the store keeps what staff export, for some days. */
export const exportFolder = 'exports';
/** Folders of files that no claim has: resumable uploads, copies from another disk, and exports. */
const transientFolders = ['uploads', temporaryFolder, exportFolder];
/** Where the store keeps the uploads of forms that are not filed yet. */
export const stagedFolder = 'posted';

/** The key of a claim's upload, unless it came with a no-script form. */
export function storageKeyOf(claim: { readonly number: string }, uploadId: string): string {
  return `${claim.number}/${uploadId}`;
}

/** Whether a claim's upload may have this key. Staged uploads keep theirs. */
export function isStorageKeyOf(claim: { readonly number: string }, uploadId: string, key: string): boolean {
  return key === storageKeyOf(claim, uploadId) || key === `${stagedFolder}/${uploadId}`;
}

/**
 * Opens a store in a folder of this machine that only its owner can enter. A key never names a
 * partial file, even after a crash, and every write survives a power cut once it resolves.
 */
export async function openUploadStore(folder: string) {
  await makeFolder(folder);
  const temporary = join(folder, temporaryFolder);
  const pathOf = (key: string) => join(folder, key);
  const space = () => readDiskSpace(folder);
  const size = async (key: string) => (await stat(pathOf(key)).catch(undefinedIfMissing))?.size;

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
    /** For a child process that reads the file. */
    pathOf,
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
    has: async (key: string) => (await size(key)) !== undefined,
    /** Bytes; `undefined` when the file is missing. */
    size,
    read: (key: string, range?: ByteRange) => readFileRange(pathOf(key), range),
    /** A missing file is not an error. */
    remove: (key: string) => rm(pathOf(key), { force: true }),
    /**
     * Resolves when removed files stay removed after a power cut. Also removes the folders `closed`,
     * which receive no more files.
     */
    async flushRemovals(keys: readonly string[], closed: readonly string[]): Promise<void> {
      for (const changed of new Set(keys.map((key) => dirname(pathOf(key))))) await flushIfPresent(changed);
      for (const name of closed) {
        await rmdir(pathOf(name)).catch((error: unknown) => {
          if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
        });
      }
      if (keys.length > 0) await flushIfPresent(folder);
    },
    /** Lists the keys of all uploads, folder by folder. */
    async *list(): AsyncGenerator<string> {
      const waiting = [folder];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        // The folder may have been removed since it was listed.
        const entries = await opendir(next).catch(undefinedIfMissing);
        if (!entries) continue;
        for await (const entry of entries) {
          const path = join(next, entry.name);
          if (!entry.isDirectory()) yield relative(folder, path).split(sep).join('/');
          else if (next !== folder || !transientFolders.includes(entry.name)) waiting.push(path);
        }
      }
    },
    space,
    /** Removes temporary files that a crashed process left before `before`. */
    async removeTemporary(before: Date): Promise<void> {
      for (const name of (await readdir(temporary).catch(undefinedIfMissing)) ?? []) {
        const path = join(temporary, name);
        const found = await stat(path).catch(undefinedIfMissing);
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    },
    /** Rejects when the store is not writable now. */
    async probe(): Promise<void> {
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      await probeFolder(temporary);
    },
  };
}

/** The files of uploads that were received: in a folder now, later perhaps in object storage. */
export type UploadStore = Awaited<ReturnType<typeof openUploadStore>>;
