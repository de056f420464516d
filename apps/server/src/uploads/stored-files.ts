import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, opendir, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { StoreLocation } from './upload-store.ts';

/** Folders in that of the store with files on their way, which are not documents: pieces of uploads, and what is being adopted. */
const foldersOnTheWay = ['uploads', '.parts'];

/** The keys of all files that a store holds, with `/` between their parts, one folder after the other. */
export async function* listStored({ folder }: StoreLocation): AsyncGenerator<string> {
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // A folder may go away meanwhile.
    const entries = await opendir(next).catch(undefinedIfGone);
    if (!entries) continue;
    for await (const entry of entries) {
      const path = join(next, entry.name);
      if (!entry.isDirectory()) yield relative(folder, path).split(sep).join('/');
      else if (next !== folder || !foldersOnTheWay.includes(entry.name)) waiting.push(path);
    }
  }
}

/** The bytes of a stored file; undefined when there is none. */
export async function sizeOfStored({ folder }: StoreLocation, key: string): Promise<number | undefined> {
  return (await stat(join(folder, key)).catch(undefinedIfGone))?.size;
}

/** SHA-256 of a stored file, streamed. Rejects when it cannot be read. */
export async function hashStored({ folder }: StoreLocation, key: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(join(folder, key), { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>)
    hash.update(piece);
  return hash.digest();
}

/**
 * Resolves when a power cut would not bring removed files back. Of the folders in which they were, those named in `ended` go too, as nothing
 * comes into them any more.
 */
export async function settleRemoval(
  { folder }: StoreLocation,
  keys: readonly string[],
  ended: readonly string[],
): Promise<void> {
  for (const touched of new Set(keys.map((key) => dirname(join(folder, key))))) await flushFolder(touched);
  for (const name of ended) await rmdir(join(folder, name)).catch(unlessThereOrFull);
  if (keys.length > 0) await flushFolder(folder);
}

function unlessThereOrFull(error: unknown): void {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
}

/** Nothing is to do for one that is not there. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(undefinedIfGone);
  if (!handle) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}
