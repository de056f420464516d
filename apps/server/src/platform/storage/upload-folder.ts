import { constants } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  type DiskSpace,
  flush,
  makeFolder,
  probeFolder,
  readDiskSpace,
  readFileRange,
  undefinedIfMissing,
} from './disk.ts';
import type { StoredFile } from './stored-file.ts';
import type { ArrivedUpload } from './upload-store.ts';

export function isUploadId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Writes part of an upload that begins at `offset`. */
export type WritePart = (offset: number, write: () => Promise<void>) => Promise<void>;

/** The bytes of resumable uploads that are not yet finalized, in a folder or in a bucket. */
export interface UploadFolder {
  /** The bytes that have arrived, and the time of the last; `undefined` before the first. */
  find(id: string): Promise<{ readonly size: number; readonly mtime: Date } | undefined>;
  /**
   * Writes bytes at `offset` and returns the new end. Once it resolves or rejects, the written
   * bytes survive a power cut.
   * @param writePart is called for each part, and calls the `write` that it is given
   */
  append(id: string, offset: number, bytes: AsyncIterable<Buffer>, writePart?: WritePart): Promise<number>;
  read(id: string, range?: ByteRange): Readable;
  /** Resolves when the bytes of an upload survive a power cut. */
  flush(id: string): Promise<void>;
  /** A missing upload is not an error. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
  /** `undefined` for a bucket. */
  space(): Promise<DiskSpace | undefined>;
  /** Rejects when the folder is not writable. A crash leaves a file that cleanup removes. */
  probe(): Promise<void>;
  /** The bytes, for the store to move in. */
  arrived(id: string): ArrivedUpload;
  /** Describes the upload for a child process that reads it. */
  fileOf(id: string, file: Pick<StoredFile, 'name' | 'size'>): Promise<StoredFile>;
}

/**
 * Opens a folder for resumable uploads that all processes share and only its owner can enter: one
 * file each, named by upload ID.
 */
export async function openUploadFolder(folder: string): Promise<UploadFolder> {
  await makeFolder(folder);
  const pathOf = (id: string) => join(folder, id);
  return {
    find: (id) => stat(pathOf(id)).catch(undefinedIfMissing),
    /** Once it resolves or rejects, nothing more is written. */
    async append(id, offset, bytes, writePart = (_offset, write) => write()) {
      // Creates the file for the first bytes, and never truncates it.
      const flags = constants.O_RDWR | (offset === 0 ? constants.O_CREAT : 0);
      let handle: FileHandle | undefined;
      let end = offset;
      try {
        for await (const part of bytes) {
          await writePart(end, async () => {
            handle ??= await open(pathOf(id), flags, 0o600);
            await writeAt(handle, part, end);
          });
          end += part.length;
        }
        return end;
      } finally {
        try {
          await handle?.datasync();
          if (handle && offset === 0) await flush(folder);
        } finally {
          await handle?.close();
        }
      }
    },
    read: (id, range) => readFileRange(pathOf(id), range),
    flush: (id) => flush(pathOf(id)),
    remove: (id) => rm(pathOf(id), { force: true }),
    list: () => readdir(folder),
    space: () => readDiskSpace(folder),
    probe: () => probeFolder(folder),
    arrived: (id) => ({ path: pathOf(id), read: () => readFileRange(pathOf(id)) }),
    fileOf: (id, { name, size }) => Promise.resolve({ name, size, path: pathOf(id) }),
  };
}

async function writeAt(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
}
