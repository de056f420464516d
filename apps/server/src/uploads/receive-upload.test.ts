import fc from 'fast-check';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { takeSample } from './receive-upload.ts';

test('the sample is the beginning of the stream, which stays whole, however it is split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 })), fc.nat(60), async (parts, wanted) => {
      const chunks = parts.map((part) => Buffer.from(part));
      const whole = Buffer.concat(chunks);
      const { sample, all } = await takeSample(Readable.from(chunks), wanted);
      expect(sample).toEqual(whole.subarray(0, wanted));
      expect(await buffer(all)).toEqual(whole);
    }),
  );
});

test('a stream that breaks after the sample still rejects', async () => {
  const source = Readable.from(
    (async function* () {
      yield Buffer.from('ab');
      throw new Error('cut');
    })(),
  );
  const { all } = await takeSample(source, 1);
  await expect(buffer(all)).rejects.toThrow('cut');
});
