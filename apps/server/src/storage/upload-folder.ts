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
  undefinedIfMissing,
} from './disk.ts';

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
     * @param writePart is called for each part, and calls the `write` that it is given
     */
    async append(
      id: string,
      offset: number,
      bytes: AsyncIterable<Buffer>,
      writePart: WritePart = (_offset, write) => write(),
    ): Promise<number> {
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
    read: (id: string, range?: ByteRange) => readFileRange(pathOf(id), range),
    /** Resolves when the bytes of an upload survive a power cut. */
    flush: (id: string) => flush(pathOf(id)),
    /** A missing upload is not an error. */
    remove: (id: string) => rm(pathOf(id), { force: true }),
    list: () => readdir(folder),
    space: () => readDiskSpace(folder),
    /** Rejects when the folder is not writable. A crash leaves a file that cleanup removes. */
    probe: () => probeFolder(folder),
  };
}

/** The bytes of resumable uploads that are not yet finalized: one file each, named by upload ID. */
export type UploadFolder = Awaited<ReturnType<typeof openUploadFolder>>;

/** Writes part of an upload that begins at `offset`. */
export type WritePart = (offset: number, write: () => Promise<void>) => Promise<void>;

async function writeAt(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
}
