import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, open, opendir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../errors/error-code.ts';
import { StartError } from '../errors/start-error.ts';

/** The free and total bytes of a disk. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}
/** The bytes from `from` up to but excluding `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const minReserveBytes = 1024 ** 3;
const reserveShare = 0.05;
const readBytes = 256 * 1024;
/** Some file systems store a few bytes next to a file's name, so this is more than that. */
const probeBytes = Buffer.alloc(8 * 1024, 1);

/**
 * Throws the error of a disk that is really full if `bytes` more would use up the reserve for the
 * database and other uploads: 1 GB, or 5% of a large disk.
 * @param space undefined for a bucket, which says so itself
 */
export function requireSpace(space: DiskSpace | undefined, bytes: number): void {
  if (!space) return;
  const { free, total } = space;
  if (free - bytes < Math.max(minReserveBytes, total * reserveShare))
    throw Object.assign(new Error('The disk of uploads is full'), { code: 'ENOSPC' });
}

const fullCodes = ['ENOSPC', 'EDQUOT'];
const unavailableCodes = [...fullCodes, 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM'];

/** Whether an error means that nothing can be written until there is space again. */
export const isStorageFull = (error: unknown) => hasCode(error, fullCodes);
/** Whether an error means that nothing can be written now, as on a full or broken disk. */
export const isStorageUnavailable = (error: unknown) => hasCode(error, unavailableCodes);

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && (codes.includes(errorCode(error) ?? '') || hasCode(error.cause, codes));
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Creates a folder that only its owner can enter, and its parents.
 * @throws StartError it cannot be created or entered
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeWithParents(folder);
    // The path may be a file, or a folder that belongs to another user.
    await (await opendir(folder)).close();
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** @throws StartError the folder cannot be created, entered or written to */
export async function makeWritableFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await probeFolder(folder).catch((error: unknown) => {
    throw unusable(folder, error);
  });
}

/** Writes a file into a folder, flushes it and removes it. Rejects when any of that fails. */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, randomUUID());
  try {
    await writeFlushed(path, probeBytes);
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes a new file. When it resolves, the bytes survive a power cut; the file's name may not. */
export async function writeFlushed(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
}

/** Flushes a file, or the names in a folder, so that they survive a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a file or folder; a missing one needs no flush. */
export async function flushIfPresent(path: string): Promise<void> {
  await flush(path).catch(undefinedIfMissing);
}

/** The number of bytes and their SHA-256. */
export async function hashBytes(
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<{ readonly size: number; readonly sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest() };
}

export function readFileRange(path: string, range?: ByteRange): Readable {
  if (range && range.from >= range.to) return Readable.from([]);
  return createReadStream(path, {
    highWaterMark: readBytes,
    ...(range && { start: range.from, end: range.to - 1 }),
  });
}

/** For `catch`: a missing file or folder is `undefined`, any other error is thrown. */
export function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}

/**
 * Creates a folder and its parents unless they exist, one level at a time: Node's recursive mkdir
 * never returns where no folder can be created, for example under /proc.
 */
export async function makeWithParents(folder: string, mode = 0o700, parentMode = mode): Promise<void> {
  if (existsSync(folder)) return;
  await makeWithParents(dirname(folder), parentMode);
  try {
    await mkdir(folder, { mode });
    // A strict umask would lock out PostgreSQL's user.
    await chmod(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function unusable(folder: string, error: unknown): StartError {
  return new StartError(
    `The folder ${folder} cannot be used (${errorCode(error) ?? 'unknown error'}): give your user write permission, or set DOCUMENTS_URL to another folder.`,
    { cause: error },
  );
}
