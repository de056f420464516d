/** The first bytes of a stream (fewer when it is shorter), and all of it, those bytes included, to be read once. */
export async function takeSample(
  source: AsyncIterable<Buffer>,
  wanted: number,
): Promise<{ sample: Buffer; rest: AsyncGenerator<Buffer> }> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Not `for await`: leaving that loop would end the stream.
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  while (length < wanted && !ended) {
    const next = await iterator.next();
    if (next.done === true) ended = true;
    else {
      chunks.push(next.value);
      length += next.value.length;
    }
  }
  const taken = Buffer.concat(chunks);
  async function* readAll() {
    yield taken;
    while (!ended) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { sample: taken.subarray(0, wanted), rest: readAll() };
}
