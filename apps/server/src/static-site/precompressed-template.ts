import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';
import { brotliParams } from './content-encoding.ts';

/** A new form key, the idempotency key of the claim, which only its page knows. */
export function createFormKey(): string {
  return createIdempotencyKey(randomBytes(16));
}

/** Puts a form key into a page that was compressed once with brotli. */
export type FillKey = (formKey: string) => Buffer;

/**
 * Stands for the key while the page is compressed. Its bytes are control characters, each only
 * once, so that no compressor replaces it, or part of the page, with a back-reference.
 */
const filler = Buffer.from([...Array(32).keys()].filter((byte) => ![0, 9, 10, 13].includes(byte))).subarray(
  0,
  createFormKey().length,
);
/** Brotli uses two bytes of context, so these bytes follow the key uncompressed. */
const overlap = 2;

/**
 * Compresses a page once with brotli, although each response has a different key. The compressor is
 * flushed before and after the key, and the key goes between the two parts in an uncompressed block
 * (RFC 7932, 9.2). Returns undefined if the result does not decompress to the page.
 * docs/decisions/0011-forms-without-script.md has the figures.
 */
export async function precompress(before: string, after: string): Promise<FillKey | undefined> {
  const [head, rest] = [Buffer.from(before), Buffer.from(after)];
  const [edge, tail] = [rest.subarray(0, overlap), rest.subarray(overlap)];
  const { first, last } = await compressAround(head, Buffer.concat([filler, edge]), tail);
  const fill: FillKey = (formKey) => {
    const stored = Buffer.concat([Buffer.from(formKey), edge]);
    return Buffer.concat([first, uncompressedHeader(stored.length), stored, last]);
  };
  const formKey = createFormKey();
  return decompresses(fill(formKey), before + formKey + after) ? fill : undefined;
}

function decompresses(compressed: Buffer, text: string): boolean {
  try {
    return brotliDecompressSync(compressed).toString() === text;
  } catch {
    return false;
  }
}

/** Compresses three parts in one stream; returns the first and the last. */
async function compressAround(head: Buffer, middle: Buffer, tail: Buffer): Promise<{ first: Buffer; last: Buffer }> {
  const size = head.length + middle.length + tail.length;
  const stream = createBrotliCompress({ params: brotliParams(size, constants.BROTLI_MAX_QUALITY) });
  let chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const flush = async (part: Buffer) => {
    stream.write(part);
    await new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve));
    await new Promise(setImmediate);
    const taken = Buffer.concat(chunks);
    chunks = [];
    return taken;
  };
  const first = await flush(head);
  await flush(middle);
  stream.end(tail);
  await once(stream, 'end');
  return { first, last: Buffer.concat(chunks) };
}

/** A meta-block: not the last, 4 nibbles of length, uncompressed, padded to whole bytes. */
function uncompressedHeader(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}
