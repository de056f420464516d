import { UnreadableFileError } from '../rows.ts';
import { InflateByHand } from './inflate-by-hand.ts';

/** Unpacks deflated data as it comes: by the browser where it can, else by hand. */
export async function* inflatePieces(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const native = nativeInflate();
  yield* native ? inflateNatively(packed, native) : inflateByHand(packed);
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

async function* inflateByHand(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = new InflateByHand();
  let held: Uint8Array | undefined;
  for await (const piece of packed) {
    if (held) yield* inflate.push(held, false);
    if (inflate.finished) return;
    held = piece;
  }
  yield* inflate.push(held ?? new Uint8Array(0), true);
}
