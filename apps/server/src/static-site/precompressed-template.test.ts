import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { prepareSlot } from './precompressed-template.ts';

const key = () => randomBytes(16).toString('base64url');
const words = fc.array(fc.constantFrom('<p>', '</p>', 'claim ', 'ñandú ', 'value="', '"/>', ' the form', '\n'), {
  maxLength: 400,
});

test('a page with a key in it is what it was, in each encoding, whatever stands around the key', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, async (before, after) => {
      const [head, tail] = [before.join(''), after.join('')];
      const fill = await prepareSlot(head, tail);
      const formKey = key();
      const page = head + formKey + tail;
      // Where the formats do not come out, none is offered, and the page is compressed each time.
      if (!fill) return;
      expect(brotliDecompressSync(fill(formKey, 'br')).toString()).toBe(page);
      expect(gunzipSync(fill(formKey, 'gzip')).toString()).toBe(page);
      expect(fill(formKey, 'identity').toString()).toBe(page);
    }),
    { numRuns: 50 },
  );
});

test('a page as forms have them comes out with any key, little larger than compressed as a whole', async () => {
  const head = `<!doctype html><title>A form</title>${'<label>Name</label><input class="control" type="text">'.repeat(40)}`;
  const fill = await prepareSlot(
    `${head}<input name="formKey" value="`,
    `">${'<p>More of the same form</p>'.repeat(60)}`,
  );
  expect(fill).toBeDefined();
  for (let count = 0; count < 100; count += 1) {
    const formKey = key();
    expect(brotliDecompressSync(fill?.(formKey, 'br') ?? '').toString()).toContain(`value="${formKey}">`);
    expect(gunzipSync(fill?.(formKey, 'gzip') ?? '').toString()).toContain(`value="${formKey}">`);
  }
  expect(fill?.(key(), 'br').length).toBeLessThan(300);
});
