import { Readable } from 'node:stream';
import type { ByteSource } from '@redress/datafiles/byte-source';
import { type ByteRange, readFileRange } from './disk.ts';
import { readInRanges } from './read-in-ranges.ts';
import { StorageError } from './storage-error.ts';

/**
 * A file as plain data that a child process can read. The addresses of its objects are signed for
 * them alone, so that a process that reads strangers' files has no credentials.
 */
export type StoredFile = {
  /** The claimant's name of the file. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
} & ({ readonly path: string } | { readonly objects: readonly SignedObject[] });

/** The object is a part of a file, or all of it. */
export interface SignedObject {
  readonly url: string;
  /** In bytes. */
  readonly size: number;
}

/** Milliseconds for one range. */
const fetchTimeout = 30_000;
const attempts = 3;

export function storedFileSource(file: StoredFile): ByteSource {
  const { name, size } = file;
  const read = (range: ByteRange) =>
    'path' in file ? readFileRange(file.path, range) : Readable.from(readObjects(file.objects, range));
  return { name, size, stream: (from = 0, to = size) => read({ from, to }) };
}

async function* readObjects(objects: readonly SignedObject[], { from, to }: ByteRange): AsyncGenerator<Buffer> {
  let start = 0;
  for (const { url, size } of objects) {
    const range = { from: Math.max(0, from - start), to: Math.min(size, to - start) };
    if (range.from < range.to) yield* readInRanges((part) => fetchRange(url, part), range);
    start += size;
  }
  if (start < to && start <= from) throw new StorageError('ENOENT', 'The file is no longer in the object storage');
}

async function fetchRange(url: string, { from, to }: ByteRange) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const signal = AbortSignal.timeout(fetchTimeout);
      const response = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` }, signal });
      if (response.status === 404) throw new StorageError('ENOENT', 'The file is no longer in the object storage');
      if (response.status !== 206) throw new StorageError('EIO', `The object storage answered ${response.status}`);
      return { bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (cause) {
      if (attempt < attempts && !(cause instanceof StorageError && cause.code === 'ENOENT')) continue;
      if (cause instanceof StorageError) throw cause;
      // The message of the cause may have the signed address.
      throw new StorageError('EIO', 'The object storage could not be read');
    }
  }
}
