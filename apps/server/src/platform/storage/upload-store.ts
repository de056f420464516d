import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../errors/error-code.ts';
import {
  type ByteRange,
  type DiskSpace,
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
import type { StoredFile } from './stored-file.ts';

/** Files that are still being written are here, on the stored files' disk or in their bucket. */
export const temporaryFolder = '.parts';
/** The store keeps exports of staff here for a few days. */
export const exportFolder = 'exports';
/** These folders have no files of claims: resumable uploads, unfinished writes, and exports. */
const transientFolders = ['uploads', temporaryFolder, exportFolder];
/** The store keeps the uploads of no-script forms that are not filed yet here. */
export const stagedFolder = 'posted';

/** The key of a claim's upload, unless it came with a no-script form. */
export function storageKeyOf(claim: { readonly number: string }, uploadId: string): string {
  return `${claim.number}/${uploadId}`;
}

/** Whether no claim or form has a file of this key. */
export function isTransientKey(key: string): boolean {
  return transientFolders.includes(key.split('/', 1)[0] ?? '');
}

/** The bytes of a complete resumable upload. */
export interface ArrivedUpload {
  /** The path, if the bytes are a file on this machine. */
  readonly path?: string;
  read(): Readable;
  /** The hash of the bytes that were inspected. */
  readonly sha256?: Buffer;
}

/**
 * The files of uploads that were received, in a folder or in a bucket. A key never names a partial
 * file, even after a crash, and every write survives a power cut once it resolves.
 */
export interface UploadStore {
  /** Replaces a file of this key. */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Stores an upload, whose own bytes may then be gone. */
  moveIn(key: string, upload: ArrivedUpload): Promise<void>;
  has(key: string): Promise<boolean>;
  /** Bytes; `undefined` when the file is missing. */
  size(key: string): Promise<number | undefined>;
  read(key: string, range?: ByteRange): Readable;
  /** A missing file is not an error. */
  remove(key: string): Promise<unknown>;
  /**
   * Resolves when removed files stay removed after a power cut. Also removes the folders `closed`,
   * which receive no more files.
   */
  flushRemovals(keys: readonly string[], closed: readonly string[]): Promise<void>;
  /** Lists the keys of all uploads, or of all files in one folder, such as that of exports. */
  list(folder?: string): AsyncGenerator<string>;
  /** `undefined` for a bucket. */
  space(): Promise<DiskSpace | undefined>;
  /** Removes temporary files that a crashed process left before `before`. */
  removeTemporary(before: Date): Promise<void>;
  /** Rejects when the store is not writable now. */
  probe(): Promise<void>;
  /** Describes the file for a child process that reads it. */
  fileOf(key: string, file: Pick<StoredFile, 'name' | 'size'>): Promise<StoredFile>;
}

/** Opens a store in a folder of this machine that only its owner can enter. */
export async function openUploadStore(folder: string): Promise<UploadStore> {
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
  async function write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
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
    write,
    async moveIn(key, { path, read }) {
      if (path === undefined) return write(key, read());
      await flush(path);
      try {
        await place(path, key);
      } catch (error) {
        // The upload is on another disk.
        if (errorCode(error) !== 'EXDEV') throw error;
        requireSpace(await space(), (await stat(path)).size);
        await write(key, read());
        await rm(path, { force: true });
      }
    },
    has: async (key) => (await size(key)) !== undefined,
    size,
    read: (key, range) => readFileRange(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
    async flushRemovals(keys, closed) {
      for (const changed of new Set(keys.map((key) => dirname(pathOf(key))))) await flushIfPresent(changed);
      for (const name of closed) {
        await rmdir(pathOf(name)).catch((error: unknown) => {
          if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
        });
      }
      if (keys.length > 0) await flushIfPresent(folder);
    },
    async *list(within) {
      const waiting = [within === undefined ? folder : pathOf(within)];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        // The folder may have been removed since it was listed.
        const entries = await opendir(next).catch(undefinedIfMissing);
        if (!entries) continue;
        for await (const entry of entries) {
          const path = join(next, entry.name);
          if (!entry.isDirectory()) yield relative(folder, path).split(sep).join('/');
          else if (next !== folder || !isTransientKey(entry.name)) waiting.push(path);
        }
      }
    },
    space,
    async removeTemporary(before) {
      for (const name of (await readdir(temporary).catch(undefinedIfMissing)) ?? []) {
        const path = join(temporary, name);
        const found = await stat(path).catch(undefinedIfMissing);
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    },
    async probe() {
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      await probeFolder(temporary);
    },
    fileOf: (key, { name, size: bytes }) => Promise.resolve({ name, size: bytes, path: pathOf(key) }),
  };
}
