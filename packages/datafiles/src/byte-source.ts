/** A file's bytes, to be read from any place and more than once. */
export interface ByteSource {
  /** As the filer named it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The bytes from `from` up to and without `to`, in pieces of any size, as they are needed. */
  stream(from?: number, to?: number): AsyncIterable<Uint8Array>;
}

/** Reads a browser's file, or any other Blob, in slices: browsers that cannot stream a Blob can cut it. */
export function blobSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    size: blob.size,
    async *stream(from = 0, to = blob.size) {
      for (let at = from; at < to; at += sliceBytes) {
        // Safari 13 has no arrayBuffer() of a Blob.
        yield new Uint8Array(await new Response(blob.slice(at, Math.min(at + sliceBytes, to))).arrayBuffer());
      }
    },
  };
}

const sliceBytes = 256 * 1024;
