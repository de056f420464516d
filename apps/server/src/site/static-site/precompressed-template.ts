import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { brotliParams } from './content-encoding.ts';

/** A new form key, the idempotency key of the claim, which only its page knows. */
export function createFormKey(): string {
  return createIdempotencyKey(randomBytes(16));
}

/** Maximum bytes of an uncompressed block whose length has 4 nibbles. */
const maxEnding = 2 ** 16;
/** An empty last meta-block (RFC 7932, 9.2). */
const end = Buffer.of(0b11);

/**
 * Compresses the beginning of a page once with brotli, although each response ends differently. The
 * returned function appends an end of up to 64 kB in an uncompressed block.
 * docs/decisions/0011-forms-without-script.md has the figures.
 */
export async function precompress(beginning: Buffer): Promise<(ending: string) => Buffer> {
  const compressed = await promisify(brotliCompress)(beginning, {
    params: brotliParams(beginning.length, constants.BROTLI_MAX_QUALITY),
    // Ends on a byte boundary and leaves the stream open.
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  });
  return (ending) => {
    const stored = Buffer.from(ending);
    if (stored.length > maxEnding) throw new RangeError('The end of the page is too long for one block');
    return Buffer.concat([compressed, uncompressedHeader(stored.length), stored, end]);
  };
}

/** The header of a meta-block that is not the last, with 4 nibbles of length, uncompressed. */
function uncompressedHeader(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}
