import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../error-code.ts';
import type { DiskSpace } from './disk-reserve.ts';
import { spaceOf } from './disk-reserve.ts';
import { makeFolder, probeFolder } from './make-folder.ts';
import { UploadBusyError } from './upload-errors.ts';

/** The bytes of uploads that have not become documents yet: a file each, by the upload's id. */
export interface UploadFolder {
  pathOf(id: string): string;
  /** How many bytes have come, and when the last ones did; undefined before the first byte. */
  look(id: string): Promise<{ readonly size: number; readonly lastAt: Date } | undefined>;
  /**
   * Adds bytes at `offset`, and gives where they end. When it resolves or rejects, what was written would survive a power cut and nothing
   * more will be written. `mayWrite` is asked before each piece.
   */
  append(id: string, offset: number, bytes: AsyncIterable<Buffer>, mayWrite: () => boolean): Promise<number>;
  /** All of it, or the bytes from `from` up to and without `to`. */
  read(id: string, range?: { readonly from: number; readonly to: number }): Readable;
  /** Writes other bytes down beside those of an upload, and gives their path; they survive a power cut then. */
  writeBeside(id: string, bytes: Uint8Array): Promise<string>;
  /** Removes what was written beside uploads before a time, and that nobody took. */
  removeBeside(before: Date): Promise<void>;
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
  space(): Promise<DiskSpace>;
  /** Rejects when nothing can be written now. It writes a little, flushes it and removes it. */
  probe(): Promise<void>;
}

/** In no upload's id. */
const besideMark = '.beside.';

/** Unfinished uploads in a folder of this machine (or one that all processes share), which only its owner can enter. */
export async function openUploadFolder(folder: string): Promise<UploadFolder> {
  await makeFolder(folder);
  const pathOf = (id: string) => join(folder, id);
  return {
    pathOf,
    async look(id) {
      try {
        const { size, mtime } = await stat(pathOf(id));
        return { size, lastAt: mtime };
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async append(id, offset, bytes, mayWrite) {
      // A file that is not there yet is made; one that is there is never cut.
      const handle = await open(pathOf(id), constants.O_RDWR | (offset === 0 ? constants.O_CREAT : 0), 0o600);
      try {
        return await writeFrom(handle, offset, bytes, mayWrite);
      } finally {
        try {
          await handle.datasync();
          if (offset === 0) await flushFolder(folder);
        } finally {
          await handle.close();
        }
      }
    },
    read(id, range) {
      if (range && range.from >= range.to) return Readable.from([]);
      const part = range ? { start: range.from, end: range.to - 1 } : {};
      return createReadStream(pathOf(id), { highWaterMark: 256 * 1024, ...part });
    },
    async writeBeside(id, bytes) {
      const path = join(folder, `${id}${besideMark}${randomUUID()}`);
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return path;
    },
    async removeBeside(before) {
      for (const name of await readdir(folder)) {
        if (!name.includes(besideMark)) continue;
        const there = await stat(join(folder, name)).catch(() => undefined);
        if (there && there.mtime < before) await rm(join(folder, name), { force: true });
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    list: () => readdir(folder),
    space: () => spaceOf(folder),
    // Should the process end in the middle, what is left is removed with all else that nobody took.
    probe: () => probeFolder(folder, `probe${besideMark}${randomUUID()}`),
  };
}

/** So that a new file's name survives a power cut, too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One piece after the other, so that none is still on its way when the source breaks. */
async function writeFrom(
  handle: FileHandle,
  offset: number,
  bytes: AsyncIterable<Buffer>,
  mayWrite: () => boolean,
): Promise<number> {
  let end = offset;
  for await (const piece of bytes) {
    if (!mayWrite()) throw new UploadBusyError('The lease of the upload has ended');
    for (let written = 0; written < piece.length;) {
      const { bytesWritten } = await handle.write(piece, written, piece.length - written, end);
      written += bytesWritten;
      end += bytesWritten;
    }
  }
  return end;
}
