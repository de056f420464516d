import { brotliDecompressSync, constants, crc32, createBrotliCompress, createDeflateRaw, gunzipSync } from 'node:zlib';
import type { BrotliCompress, DeflateRaw } from 'node:zlib';
import { freshFormKey } from './form-key.ts';
import type { Encoding } from './accept-encoding.ts';

/** A page with one place for a key, compressed once: the key is put into the compressed bytes. */
export type FillSlot = (formKey: string, encoding: Encoding) => Buffer;

/**
 * As many bytes as a key has, which no page holds (they are control characters) and none of them twice: so nothing in the page is written as
 * a repetition of the slot, and the slot as none of anything.
 */
const filler = Buffer.from([...Array(32).keys()].filter((byte) => ![0, 9, 10, 13].includes(byte))).subarray(
  0,
  freshFormKey().length,
);
/** Both formats look back at the last two bytes: those of the slot are the page's own. */
const overlap = 2;

/**
 * Compresses a page as well as one that is always the same, although each reader gets a key of their own. The page is compressed in three
 * pieces that end at whole bytes: what stands before the key, the key's slot, and what follows. The slot's piece is left out, and in its
 * place stands the key as both formats write bytes that are not compressed (RFC 7932, 9.2; RFC 1951, 3.2.4). Gives undefined if that
 * does not come out as the page, which no library promises: then it is to be compressed for each request.
 */
export async function prepareSlot(before: string, after: string): Promise<FillSlot | undefined> {
  const [head, rest] = [Buffer.from(before), Buffer.from(after)];
  const [edge, tail] = [rest.subarray(0, overlap), rest.subarray(overlap)];
  const pieces = [head, Buffer.concat([filler, edge]), tail];
  const length = head.length + filler.length + rest.length;
  const [brotli, deflated] = await Promise.all([
    compressPieces(
      createBrotliCompress({
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: length,
        },
      }),
      pieces,
      constants.BROTLI_OPERATION_FLUSH,
    ),
    compressPieces(createDeflateRaw({ level: constants.Z_BEST_COMPRESSION }), pieces, constants.Z_SYNC_FLUSH),
  ]);
  const crcOfHead = crc32(head);
  const fill: FillSlot = (formKey, encoding) => {
    const slot = Buffer.concat([Buffer.from(formKey), edge]);
    switch (encoding) {
      case 'br':
        return Buffer.concat([brotli.first, brotliHeader(slot.length), slot, brotli.last]);
      case 'gzip': {
        const crc = crc32(tail, crc32(slot, crcOfHead));
        return Buffer.concat([
          gzipHeader,
          deflated.first,
          storedHeader(slot.length),
          slot,
          deflated.last,
          gzipEnd(crc, length),
        ]);
      }
      case 'identity':
        return Buffer.concat([head, slot, tail]);
    }
  };
  return comesOut(fill) ? fill : undefined;
}

function comesOut(fill: FillSlot): boolean {
  const formKey = freshFormKey();
  const page = fill(formKey, 'identity');
  try {
    return brotliDecompressSync(fill(formKey, 'br')).equals(page) && gunzipSync(fill(formKey, 'gzip')).equals(page);
  } catch {
    return false;
  }
}

/** The first and the last piece, compressed; the one between is only passed by. */
async function compressPieces(
  stream: BrotliCompress | DeflateRaw,
  [head, slot, tail]: readonly Buffer[],
  flush: number,
): Promise<{ first: Buffer; last: Buffer }> {
  let chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const take = async (piece: Buffer | undefined) => {
    stream.write(piece);
    await new Promise<void>((resolve) => stream.flush(flush, resolve));
    await new Promise(setImmediate);
    const taken = Buffer.concat(chunks);
    chunks = [];
    return taken;
  };
  const first = await take(head);
  await take(slot);
  stream.end(tail);
  await new Promise((resolve, reject) => {
    stream.on('end', resolve);
    stream.on('error', reject);
  });
  return { first, last: Buffer.concat(chunks) };
}

/** Of a meta-block: not the last, 4 nibbles of length, not compressed, filled up to whole bytes. */
function brotliHeader(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}

/** Of a stored block: not the last, filled up to a whole byte, the length and its complement. */
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
