import fc from 'fast-check';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createFormKey, precompress } from './precompressed-template.ts';

const key = createFormKey;
const words = fc.array(fc.constantFrom('<p>', '</p>', 'claim ', 'ñandú ', 'value="', '"/>', ' the form', '\n'), {
  maxLength: 400,
});

test('a page with a key decompresses to itself, whatever is around the key', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, async (before, after) => {
      const [head, tail] = [before.join(''), after.join('')];
      const fill = await precompress(head, tail);
      const formKey = key();
      const page = head + formKey + tail;
      // Then the page is compressed for each request.
      if (!fill) return;
      expect(brotliDecompressSync(fill(formKey)).toString()).toBe(page);
    }),
    { numRuns: 50 },
  );
});

test('a form page decompresses with any key, and is barely larger than the page compressed as a whole', async () => {
  const head = `<!doctype html><title>A form</title>${'<label>Name</label><input class="control" type="text">'.repeat(40)}`;
  const fill = await precompress(
    `${head}<input name="formKey" value="`,
    `">${'<p>More of the same form</p>'.repeat(60)}`,
  );
  expect(fill).toBeDefined();
  for (let count = 0; count < 100; count += 1) {
    const formKey = key();
    expect(brotliDecompressSync(fill?.(formKey) ?? '').toString()).toContain(`value="${formKey}">`);
  }
  expect(fill?.(key()).length).toBeLessThan(300);
});
