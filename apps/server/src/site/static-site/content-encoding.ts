import { negotiate } from '@fastify/accept-negotiator';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encoding with the smallest result comes first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding of `offered` that an `Accept-Encoding` header prefers, or `identity`. */
export function chooseEncoding(header: string | undefined, offered: readonly Encoding[] = encodings): Encoding {
  const normalized = (header ?? '').toLowerCase().replaceAll('x-gzip', 'gzip');
  return negotiate(normalized, [...offered]) ?? 'identity';
}

/** `smallest` takes 100 times as long as `fast`, whose result is up to a quarter larger. */
export async function compress(bytes: Buffer, encoding: Encoding, effort: 'smallest' | 'fast'): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return promisify(brotliCompress)(bytes, {
        params: brotliParams(bytes.length, effort === 'smallest' ? constants.BROTLI_MAX_QUALITY : 4),
      });
    case 'gzip':
      return promisify(gzip)(bytes, { level: effort === 'smallest' ? constants.Z_BEST_COMPRESSION : 6 });
    case 'identity':
      return bytes;
  }
}

export function brotliParams(size: number, quality: number): Readonly<Record<number, number>> {
  return {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
}
