import type { ByteRange } from './disk.ts';

/** Bytes in memory per reader. */
const rangeBytes = 4 * 1024 ** 2;

interface ReadRange {
  readonly bytes: Buffer;
  /** The size of the object, if the reader did not know it. */
  readonly total?: number;
}

/**
 * Yields the bytes of an object, a few megabytes per request, so that a slow reader holds no
 * connection and a failed request is repeated.
 * @param get reads a range that may extend beyond the end
 */
export async function* readInRanges(
  get: (range: ByteRange) => Promise<ReadRange>,
  { from, to }: ByteRange = { from: 0, to: Infinity },
): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const { bytes, total = to } = await get({ from: at, to: Math.min(at + rangeBytes, to) });
    if (bytes.length > 0) yield bytes;
    at += bytes.length;
    if (at >= total) return;
    if (bytes.length === 0) throw new Error('The object storage sent no bytes for a range');
  }
}
