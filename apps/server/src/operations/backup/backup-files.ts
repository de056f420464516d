import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush, hashBytes, readFileRange, writeFlushed } from '../../storage/disk.ts';

export interface Checksum {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Writes a new file for its owner only. When it resolves, it survives a power cut. */
export async function writeNewFile(path: string, source: AsyncIterable<Buffer | string>): Promise<Checksum> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured() {
    for await (const part of source) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part;
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await writeFlushed(path, measured());
  await flush(dirname(path));
  return { bytes, sha256: hash.digest('hex') };
}

export async function readChecksum(path: string): Promise<Checksum> {
  const { size, sha256 } = await hashBytes(readFileRange(path));
  return { bytes: size, sha256: sha256.toString('hex') };
}

/** Creates a folder that only its owner can enter, and its parents. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}
