import type { ByteSource } from '../byte-source.ts';

/**
 * Large enough that a piece's cost is in its bytes; small enough that its rows stay in the processor's cache, and that few of them are alive when
 * garbage is collected: V8 takes as much more memory for what is new as it has found alive there.
 */
export const chunkBytes = 64 * 1024;

export interface Chunk {
  readonly bytes: Uint8Array;
  /** Where it ends in the file. */
  readonly end: number;
}

/**
 * The bytes from `from` on in pieces of one length, whatever pieces the source gives, so that what is told once for each piece is the same
 * wherever a file is read. The next piece is asked for while this one is worked on. Ends with the signal's reason.
 */
export async function* readChunks(source: ByteSource, from: number, signal?: AbortSignal): AsyncGenerator<Chunk> {
  const pieces = source.stream(from)[Symbol.asyncIterator]();
  const ask = () => {
    const next = pieces.next();
    // Told when it is awaited; without this, a reader that stops early would leave it unheard.
    next.catch(() => undefined);
    return next;
  };
  let end = from;
  let filled = 0;
  let piece = new Uint8Array(chunkBytes);
  try {
    let next = ask();
    for (;;) {
      throwIfAborted(signal);
      const given = await next;
      if (given.done) break;
      const { value } = given;
      next = ask();
      let at = 0;
      if (filled === 0) {
        // Nothing is copied that is long enough as it comes.
        for (; at + chunkBytes <= value.length; at += chunkBytes) {
          end += chunkBytes;
          yield { bytes: value.subarray(at, at + chunkBytes), end };
        }
      }
      while (at < value.length) {
        const taken = value.subarray(at, at + chunkBytes - filled);
        piece.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        if (filled < chunkBytes) break;
        end += chunkBytes;
        yield { bytes: piece, end };
        piece = new Uint8Array(chunkBytes);
        filled = 0;
      }
    }
    if (filled > 0) yield { bytes: piece.subarray(0, filled), end: end + filled };
  } finally {
    await pieces.return?.();
  }
}

/** Throws the reason of a signal that asks to stop. */
export function throwIfAborted(signal?: AbortSignal): void {
  // Browsers before 2022 give no reason.
  if (signal?.aborted) throw signal.reason ?? new Error('Reading was stopped.');
}

/** All bytes from `from` up to and without `to`; fewer when the file ends before. For small parts only. */
export async function readBytes(source: ByteSource, from: number, to: number): Promise<Uint8Array> {
  const until = Math.min(to, source.size);
  const bytes = new Uint8Array(Math.max(0, until - from));
  let filled = 0;
  if (bytes.length === 0) return bytes;
  for await (const piece of source.stream(from, until)) {
    const taken = piece.subarray(0, bytes.length - filled);
    bytes.set(taken, filled);
    filled += taken.length;
    if (filled === bytes.length) break;
  }
  return bytes.subarray(0, filled);
}
