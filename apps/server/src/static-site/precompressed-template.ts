import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { randomBytes } from 'node:crypto';
import {
  type BrotliCompress,
  brotliDecompressSync,
  constants,
  crc32,
  createBrotliCompress,
  createDeflateRaw,
  type DeflateRaw,
  gunzipSync,
} from 'node:zlib';
import { brotliParams, type Encoding } from './content-encoding.ts';

/** A new form key, the idempotency key of the claim, which only its page knows. */
export function createFormKey(): string {
  return createIdempotencyKey(randomBytes(16));
}

/** Puts a form key into a page that was compressed once. */
export type FillKey = (formKey: string, encoding: Encoding) => Buffer;

/**
 * Stands for the key while the page is compressed. Its bytes are control characters, each only
 * once, so that no compressor replaces it, or part of the page, with a back-reference.
 */
const filler = Buffer.from([...Array(32).keys()].filter((byte) => ![0, 9, 10, 13].includes(byte))).subarray(
  0,
  createFormKey().length,
);
/** Both formats use two bytes of context, so these bytes follow the key uncompressed. */
const overlap = 2;

/**
 * Compresses a page once, although each response has a different key. The compressor is flushed
 * before and after the key, and the key goes between the two parts in an uncompressed block (RFC
 * 7932, 9.2; RFC 1951, 3.2.4). Returns undefined if the result does not decompress to the page.
 * docs/decisions/0011-forms-without-script.md has the figures.
 */
export async function precompress(before: string, after: string): Promise<FillKey | undefined> {
  const [head, rest] = [Buffer.from(before), Buffer.from(after)];
  const [edge, tail] = [rest.subarray(0, overlap), rest.subarray(overlap)];
  const pieces = [head, Buffer.concat([filler, edge]), tail];
  const length = head.length + filler.length + rest.length;
  const [brotli, deflated] = await Promise.all([
    compressPieces(
      createBrotliCompress({ params: brotliParams(length, constants.BROTLI_MAX_QUALITY) }),
      pieces,
      constants.BROTLI_OPERATION_FLUSH,
    ),
    compressPieces(createDeflateRaw({ level: constants.Z_BEST_COMPRESSION }), pieces, constants.Z_SYNC_FLUSH),
  ]);
  const crcOfHead = crc32(head);
  const fill: FillKey = (formKey, encoding) => {
    const stored = Buffer.concat([Buffer.from(formKey), edge]);
    switch (encoding) {
      case 'br':
        return Buffer.concat([brotli.first, brotliHeader(stored.length), stored, brotli.last]);
      case 'gzip': {
        const crc = crc32(tail, crc32(stored, crcOfHead));
        return Buffer.concat([
          gzipHeader,
          deflated.first,
          storedHeader(stored.length),
          stored,
          deflated.last,
          gzipEnd(crc, length),
        ]);
      }
      case 'identity':
        return Buffer.concat([head, stored, tail]);
    }
  };
  return decompresses(fill) ? fill : undefined;
}

function decompresses(fill: FillKey): boolean {
  const formKey = createFormKey();
  const page = fill(formKey, 'identity');
  try {
    return brotliDecompressSync(fill(formKey, 'br')).equals(page) && gunzipSync(fill(formKey, 'gzip')).equals(page);
  } catch {
    return false;
  }
}

/** Compresses three parts in one stream; returns the first and the last. */
async function compressPieces(
  stream: BrotliCompress | DeflateRaw,
  [head, middle, tail]: readonly Buffer[],
  flushMode: number,
): Promise<{ first: Buffer; last: Buffer }> {
  let chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const flush = async (part: Buffer | undefined) => {
    stream.write(part);
    await new Promise<void>((resolve) => stream.flush(flushMode, resolve));
    await new Promise(setImmediate);
    const taken = Buffer.concat(chunks);
    chunks = [];
    return taken;
  };
  const first = await flush(head);
  await flush(middle);
  stream.end(tail);
  await new Promise((resolve, reject) => {
    stream.on('end', resolve);
    stream.on('error', reject);
  });
  return { first, last: Buffer.concat(chunks) };
}

/** A meta-block: not the last, 4 nibbles of length, uncompressed, padded to whole bytes. */
function brotliHeader(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}

/** A stored block: not the last, padded to a whole byte, length and its complement. */
function storedHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}

/** RFC 1952: deflate, no flags, no time, best compression, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

function gzipEnd(crc: number, length: number): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(length, 4);
  return end;
}
