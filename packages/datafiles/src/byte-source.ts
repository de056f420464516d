/** A file can be read from any position and more than once. */
export interface ByteSource {
  /** The claimant chose the name. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Yields the bytes from `from` up to `to` (excluded), in chunks of any size. */
  stream(from?: number, to?: number): AsyncIterable<Uint8Array>;
}

/** Reads slices, because old browsers cannot stream a Blob. */
export function blobSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    size: blob.size,
    async *stream(from = 0, to = blob.size) {
      for (let at = from; at < to; at += sliceBytes) {
        // Safari 13 has no `Blob.arrayBuffer`.
        yield new Uint8Array(await new Response(blob.slice(at, Math.min(at + sliceBytes, to))).arrayBuffer());
      }
    },
  };
}

const sliceBytes = 256 * 1024;

/** This size is large enough for speed, and fits the processor's cache. */
export const chunkBytes = 64 * 1024;

/**
 * Yields chunks of one size, whatever the source yields, so that reports are the same everywhere.
 * Reads ahead by one part of the stream. `end` is the position in the file after the last byte.
 * Throws the signal's reason.
 */
export async function* readChunks(
  source: ByteSource,
  from: number,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly end: number }> {
  const stream = source.stream(from)[Symbol.asyncIterator]();
  const readNext = () => {
    const next = stream.next();
    // Without this, a reader that stops early would leave an unhandled rejection.
    next.catch(() => undefined);
    return next;
  };
  let end = from;
  let filled = 0;
  let chunk = new Uint8Array(chunkBytes);
  try {
    let next = readNext();
    for (;;) {
      throwIfAborted(signal);
      const result = await next;
      if (result.done) break;
      const { value } = result;
      next = readNext();
      let at = 0;
      if (filled === 0) {
        // Parts that are long enough are not copied.
        for (; at + chunkBytes <= value.length; at += chunkBytes) {
          end += chunkBytes;
          yield { bytes: value.subarray(at, at + chunkBytes), end };
        }
      }
      while (at < value.length) {
        const part = value.subarray(at, at + chunkBytes - filled);
        chunk.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < chunkBytes) break;
        end += chunkBytes;
        yield { bytes: chunk, end };
        chunk = new Uint8Array(chunkBytes);
        filled = 0;
      }
    }
    if (filled > 0) yield { bytes: chunk.subarray(0, filled), end: end + filled };
  } finally {
    await stream.return?.();
  }
}

export function throwIfAborted(signal?: AbortSignal): void {
  // Browsers before 2022 give no reason.
  if (signal?.aborted) throw signal.reason ?? new Error('Reading was stopped.');
}

/** Reads the bytes from `from` up to `to` (excluded) or to the end of the file into memory. */
export async function readBytes(source: ByteSource, from: number, to: number): Promise<Uint8Array> {
  const until = Math.min(to, source.size);
  const bytes = new Uint8Array(Math.max(0, until - from));
  let filled = 0;
  if (bytes.length === 0) return bytes;
  for await (const chunk of source.stream(from, until)) {
    const part = chunk.subarray(0, bytes.length - filled);
    bytes.set(part, filled);
    filled += part.length;
    if (filled === bytes.length) break;
  }
  return bytes.subarray(0, filled);
}
