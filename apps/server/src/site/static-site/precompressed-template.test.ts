import fc from 'fast-check';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createFormKey, precompress } from './precompressed-template.ts';

const words = fc.array(fc.constantFrom('<p>', '</p>', 'claim ', 'ñandú ', 'value="', '"/>', ' the form', '\n'), {
  maxLength: 400,
});

test('a page with a key decompresses to itself, whatever is around the key', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, async (before, after) => {
      const end = await precompress(Buffer.from(before.join('')));
      const ending = createFormKey() + after.join('');
      expect(brotliDecompressSync(end(ending)).toString()).toBe(before.join('') + ending);
    }),
    { numRuns: 100 },
  );
});

test('a long end decompresses', async () => {
  const end = await precompress(Buffer.from('<!doctype html>'));
  const ending = 'ab'.repeat(2 ** 15);
  expect(brotliDecompressSync(end(ending)).toString()).toBe(`<!doctype html>${ending}`);
});

test('a form page decompresses with any key, and is barely larger than the page compressed as a whole', async () => {
  const head = `<!doctype html><title>A form</title>${'<label>Name</label><input class="control" type="text">'.repeat(40)}`;
  const end = await precompress(Buffer.from(`${head}<input name="formKey" value="`));
  for (let count = 0; count < 100; count += 1) {
    const formKey = createFormKey();
    expect(brotliDecompressSync(end(`${formKey}"></body>`)).toString()).toContain(`value="${formKey}">`);
  }
  expect(end(`${createFormKey()}"></body>`).length).toBeLessThan(250);
});
