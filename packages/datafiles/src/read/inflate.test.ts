import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { UnreadableFileError } from '../opened-file.ts';
import { inflateChunks } from './inflate.ts';

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
}
async function inflate(bytes: Uint8Array, length = bytes.length || 1): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of inflateChunks(inPieces(bytes, length))) pieces.push(piece.slice());
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const megabytes = 1024 * 1024;
const bomb = deflate(new Uint8Array(40 * megabytes));
const large = new Uint8Array(3_000_000).map((_none, at) => ((at * at) % 256) ^ ((at >> 9) % 64));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  ['by the browser', false],
  ['by the library, where the browser cannot', true],
])('inflating %s', (_name, byLibrary) => {
  const prepare = () => {
    if (byLibrary) vi.stubGlobal('DecompressionStream', undefined);
  };

  test('restores deflated data from chunks of any size', async () => {
    prepare();
    const repeated = fc
      .tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 400 }))
      .map(([bytes, times]) =>
        Uint8Array.from({ length: bytes.length * times }, (_none, at) => bytes[at % bytes.length] ?? 0),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(repeated, fc.uint8Array({ maxLength: 20_000 })),
        fc.integer({ min: 1, max: 5_000 }),
        async (bytes, length) => {
          expect(await inflate(await deflate(new Uint8Array(bytes)), length)).toEqual(new Uint8Array(bytes));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('reads stored blocks, and large ones with their own tables', async () => {
    prepare();
    // A stored block has a last-block flag, its length, and the length's complement.
    expect(await inflate(Uint8Array.of(1, 3, 0, 0xfc, 0xff, 97, 98, 99))).toEqual(Uint8Array.of(97, 98, 99));
    expect(Buffer.compare(await inflate(await deflate(large), 65_536), large)).toBe(0);
  });

  test('rejects damaged or truncated data', async () => {
    prepare();
    const packed = await deflate(new Uint8Array(50_000).map((_none, at) => (at * 7) % 253));
    await expect(inflate(packed.slice(0, packed.length - 20))).rejects.toThrow(UnreadableFileError);
    await expect(inflate(Uint8Array.of(7, 1, 2, 3))).rejects.toThrow(UnreadableFileError);
  });

  test('rejects with the error of the source', async () => {
    prepare();
    const packed = await deflate(new Uint8Array(50_000).map((_none, at) => (at * 7) % 253));
    const failing = async function* () {
      yield packed.slice(0, 50);
      throw new Error('the line broke');
    };
    const reading = async () => {
      for await (const _piece of inflateChunks(failing())) continue;
    };
    await expect(reading()).rejects.toThrow('the line broke');
  });

  test('yields a zip bomb in chunks, so that its reader can stop', async () => {
    prepare();
    let largest = 0;
    let total = 0;
    for await (const { length } of inflateChunks(inPieces(await bomb, (await bomb).length))) {
      largest = Math.max(largest, length);
      total += length;
    }
    expect(total).toBe(40 * megabytes);
    expect(largest).toBeLessThan(20 * megabytes);
  });

  test('does not buffer what follows the end of the data', async () => {
    prepare();
    const packed = await deflate(Uint8Array.of(1, 2, 3));
    const followed = new Uint8Array(packed.length + 2_000_000).fill(7);
    followed.set(packed);
    await expect(inflate(followed, 65_536)).rejects.toThrow(UnreadableFileError);
  });
});
