import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a file holds, as its bytes tell. */
export interface Measured {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Writes a new file that only its owner may read. When it resolves, the file and its name would survive a power cut. */
export async function writeNewFile(path: string, source: AsyncIterable<Buffer | string>): Promise<Measured> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of source) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      hash.update(chunk);
      bytes += chunk.length;
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await flushFolder(dirname(path));
  return { bytes, sha256: hash.digest('hex') };
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, written);
    written += bytesWritten;
  }
}

/** Writes a whole file under another name first, so that it is never found in parts. */
export async function writeFileSafely(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeNewFile(draft, chunksOf(text));
  await rename(draft, path);
  await flushFolder(dirname(path));
}

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

export async function measureFile(path: string): Promise<Measured> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A folder that only its owner may enter, with those above it. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
