import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush } from '../../storage/disk.ts';

export interface Checksum {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Writes a new file for its owner only. When it resolves, it survives a power cut. */
export async function writeNewFile(path: string, source: AsyncIterable<Buffer | string>): Promise<Checksum> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const part of source) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part;
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await flush(dirname(path));
  return { bytes, sha256: hash.digest('hex') };
}

export async function readChecksum(path: string): Promise<Checksum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Creates a folder that only its owner can enter, and its parents. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Reports every thousandth file. */
export function reportCount(count: number, what: string, onProgress?: (step: string) => void): void {
  if (count % 1_000 === 0) onProgress?.(`${count} ${what}`);
}
