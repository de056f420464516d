import { opendir, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ByteSource } from '@redress/datafiles/byte-source';
import { errorCode } from '../errors/error-code.ts';
import { byteSource, flush, hashBytes, readFileRange, undefinedIfMissing } from './disk.ts';
import type { StoreLocation } from './upload-store.ts';

/** Where the store keeps the uploads of forms that are not filed yet. */
export const stagedFolder = 'posted';
/** Folders of files that are still arriving: resumable uploads, and copies from another disk. */
const transientFolders = ['uploads', '.parts'];

/** The key of a claim's upload, unless it came with a no-script form. */
export function storageKeyOf(claim: { readonly number: string }, uploadId: string): string {
  return `${claim.number}/${uploadId}`;
}

/** Whether a claim's upload may have this key. Staged uploads keep theirs. */
export function isStorageKeyOf(claim: { readonly number: string }, uploadId: string, key: string): boolean {
  return key === storageKeyOf(claim, uploadId) || key === `${stagedFolder}/${uploadId}`;
}

/** A stored file as plain data that a child process can read. */
export interface StoredFile {
  readonly location: StoreLocation;
  readonly key: string;
  /** As the claimant named it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export function storedFileSource({ location, key, name, size }: StoredFile): ByteSource {
  return byteSource(name, size, (range) => readFileRange(join(location.folder, key), range));
}

/** Lists the keys of all files in a store, folder by folder. */
export async function* listStoredKeys({ folder }: StoreLocation): AsyncGenerator<string> {
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
}

/** Bytes of a stored file; `undefined` when it is missing. */
export async function readStoredSize({ folder }: StoreLocation, key: string): Promise<number | undefined> {
  return (await stat(join(folder, key)).catch(undefinedIfMissing))?.size;
}

/** SHA-256 of a stored file. */
export async function hashStoredFile({ folder }: StoreLocation, key: string): Promise<Buffer> {
  return (await hashBytes(readFileRange(join(folder, key)))).sha256;
}

/**
 * Resolves when removed files stay removed after a power cut. Also removes the folders `closed`,
 * which receive no more files.
 */
export async function flushRemovals(
  { folder }: StoreLocation,
  keys: readonly string[],
  closed: readonly string[],
): Promise<void> {
  for (const changed of new Set(keys.map((key) => dirname(join(folder, key))))) await flushIfPresent(changed);
  for (const name of closed) {
    await rmdir(join(folder, name)).catch((error: unknown) => {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    });
  }
  if (keys.length > 0) await flushIfPresent(folder);
}

/** Flushes a file or folder; a missing one needs no flush. */
export async function flushIfPresent(path: string): Promise<void> {
  await flush(path).catch(undefinedIfMissing);
}
