/** Yields the same bytes in buffers of `size`, except the last. */
export async function* inParts(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let rest = chunk;
    while (length + rest.length >= size) {
      const end = size - length;
      const part = Buffer.concat([...waiting, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      waiting = [];
      length = 0;
      yield part;
    }
    if (rest.length > 0) {
      // A copy: the sender may use its buffer again.
      waiting.push(Buffer.from(rest));
      length += rest.length;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}
