/** The bytes of a file, which can be read from any position and more than once. */
export interface ByteSource {
  /** As the claimant named it. */
  readonly name: string;
  /** In bytes. */
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
