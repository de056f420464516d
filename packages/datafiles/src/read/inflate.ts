import { Inflate } from 'fflate';
import { UnreadableFileError } from '../opened-file.ts';

/** Inflates a stream natively if the browser can, else with a library. */
export async function* inflateChunks(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const native = nativeInflate();
  yield* native ? inflateNatively(packed, native) : inflateByLibrary(packed);
}

function nativeInflate(): DecompressionStream | undefined {
  try {
    // Chrome before 103 has the class without this format.
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
    const source = packed[Symbol.asyncIterator]();
    try {
      while (!stopped) {
        // A failing source must be distinguished from damaged data.
        const next = await source.next().catch((cause: unknown) => {
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
      await source.return?.();
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

/** The library inflates a slice at once into memory, up to a thousand times its size. */
const sliceBytes = 16 * 1024;
/** Even stored blocks give some output within this many bytes of input. */
const maxSilentBytes = 128 * 1024;

async function* inflateByLibrary(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked: Uint8Array[] = [];
  const inflate = new Inflate((chunk) => unpacked.push(chunk));
  let silence = 0;
  const push = (slice: Uint8Array, isLast: boolean): readonly Uint8Array[] => {
    try {
      inflate.push(slice, isLast);
    } catch (cause) {
      throw new UnreadableFileError('damaged', { cause });
    }
    const given = unpacked.splice(0).filter(({ length }) => length > 0);
    silence = given.length > 0 ? 0 : silence + slice.length;
    // The library would buffer any bytes after the end of the data.
    if (silence > maxSilentBytes) throw new UnreadableFileError('damaged');
    return given;
  };
  // The library checks that the data is complete only if a last slice is marked and not empty.
  let held: Uint8Array | undefined;
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      if (held) yield* push(held, false);
      held = chunk.slice(at, at + sliceBytes);
    }
  }
  if (!held) throw new UnreadableFileError('damaged');
  yield* push(held, true);
}
