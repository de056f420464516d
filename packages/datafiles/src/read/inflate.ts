import { Inflate } from 'fflate';
import { UnreadableFileError } from '../opened-file.ts';

/** Unpacks deflated data as it comes: by the browser where it can, else in its place by a library. */
export async function* inflateChunks(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const native = nativeInflate();
  yield* native ? inflateNatively(packed, native) : inflateByLibrary(packed);
}

function nativeInflate(): DecompressionStream | undefined {
  try {
    // Chrome before 103 has the class but not this format.
    return typeof DecompressionStream === 'undefined' ? undefined : new DecompressionStream('deflate-raw');
  } catch {
    return undefined;
  }
}

async function* inflateNatively(
  packed: AsyncIterable<Uint8Array>,
  { readable, writable }: DecompressionStream,
): AsyncGenerator<Uint8Array> {
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let sourceFailure: { readonly cause: unknown } | undefined;
  let stopped = false;
  const writing = (async () => {
    const pieces = packed[Symbol.asyncIterator]();
    try {
      while (!stopped) {
        // A source that fails must be told apart from data that is damaged.
        const next = await pieces.next().catch((cause: unknown) => {
          sourceFailure = { cause };
          throw cause;
        });
        if (next.done) break;
        await writer.ready;
        await writer.write(new Uint8Array(next.value));
      }
      if (!stopped) await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
    } finally {
      await pieces.return?.();
    }
  })();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
  } catch (cause) {
    if (sourceFailure) throw sourceFailure.cause;
    throw cause instanceof UnreadableFileError ? cause : new UnreadableFileError('damaged', { cause });
  } finally {
    stopped = true;
    await reader.cancel().catch(() => undefined);
    await writing;
  }
}

/** Deflated bytes that the library unpacks at once, all of it into memory: up to a thousand times as many. */
const sliceBytes = 16 * 1024;
/** More deflated bytes than this give something, if only what a whole stored block holds. */
const silentBytes = 128 * 1024;

async function* inflateByLibrary(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked: Uint8Array[] = [];
  const inflate = new Inflate((piece) => unpacked.push(piece));
  let silence = 0;
  const push = (slice: Uint8Array, isLast: boolean): readonly Uint8Array[] => {
    try {
      inflate.push(slice, isLast);
    } catch (cause) {
      throw new UnreadableFileError('damaged', { cause });
    }
    const given = unpacked.splice(0).filter(({ length }) => length > 0);
    silence = given.length > 0 ? 0 : silence + slice.length;
    // The library would gather what follows the end of the data.
    if (silence > silentBytes) throw new UnreadableFileError('damaged');
    return given;
  };
  // The last slice is told as such, and only with bytes in it is looked whether the data ends with it.
  let held: Uint8Array | undefined;
  for await (const piece of packed) {
    for (let at = 0; at < piece.length; at += sliceBytes) {
      if (held) yield* push(held, false);
      held = piece.slice(at, at + sliceBytes);
    }
  }
  if (!held) throw new UnreadableFileError('damaged');
  yield* push(held, true);
}
