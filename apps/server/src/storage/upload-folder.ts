import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ByteRange,
  flush,
  makeFolder,
  probeFolder,
  readDiskSpace,
  readFileRange,
  removeOldFiles,
  undefinedIfMissing,
  writeFlushed,
} from './disk.ts';

/** Marks temporary files; no upload ID contains it. */
const temporaryMark = '.beside.';

export function isUploadId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Opens a folder for resumable uploads that all processes share and only its owner can enter. */
export async function openUploadFolder(folder: string) {
  await makeFolder(folder);
  const pathOf = (id: string) => join(folder, id);
  return {
    pathOf,
    /** The file; `undefined` before the first byte. */
    find: (id: string) => stat(pathOf(id)).catch(undefinedIfMissing),
    /**
     * Writes bytes at `offset` and returns the new end. Once it resolves or rejects, nothing more
     * is written, and what was written survives a power cut.
     */
    async append(id: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number> {
      // Creates the file for the first bytes, and never truncates it.
      const handle = await open(pathOf(id), constants.O_RDWR | (offset === 0 ? constants.O_CREAT : 0), 0o600);
      try {
        return await writeAll(handle, offset, bytes);
      } finally {
        try {
          await handle.datasync();
          if (offset === 0) await flush(folder);
        } finally {
          await handle.close();
        }
      }
    },
    read: (id: string, range?: ByteRange) => readFileRange(pathOf(id), range),
    /** Writes other bytes for an upload to a temporary file and returns its path. */
    async writeTemporary(id: string, bytes: Uint8Array): Promise<string> {
      const path = join(folder, `${id}${temporaryMark}${randomUUID()}`);
      await writeFlushed(path, bytes);
      return path;
    },
    /** Removes temporary files that a crashed process left before `before`. */
    removeTemporary: (before: Date) => removeOldFiles(folder, before, (name) => name.includes(temporaryMark)),
    /** A missing upload is not an error. */
    remove: (id: string) => rm(pathOf(id), { force: true }),
    list: () => readdir(folder),
    space: () => readDiskSpace(folder),
    /** Rejects when the folder is not writable now. Cleanup removes what a crash leaves. */
    probe: () => probeFolder(folder, `probe${temporaryMark}${randomUUID()}`),
  };
}

/** The bytes of resumable uploads that are not yet finalized: one file each, named by upload ID. */
export type UploadFolder = Awaited<ReturnType<typeof openUploadFolder>>;

/** Awaits each write, so that none is still in progress when the source breaks. */
async function writeAll(handle: FileHandle, offset: number, bytes: AsyncIterable<Buffer>): Promise<number> {
  let end = offset;
  for await (const chunk of bytes) {
    for (let written = 0; written < chunk.length;) {
      const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, end);
      written += bytesWritten;
      end += bytesWritten;
    }
  }
  return end;
}
