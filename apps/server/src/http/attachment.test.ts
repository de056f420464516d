import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentNamed } from './attachment.ts';

test.each([
  ['bill.pdf', `attachment; filename="bill.pdf"; filename*=UTF-8''bill.pdf`],
  ['a "b"; c.pdf', `attachment; filename="a _b__ c.pdf"; filename*=UTF-8''a%20%22b%22%3B%20c.pdf`],
  ['José.pdf', `attachment; filename="Jose.pdf"; filename*=UTF-8''Jos%C3%A9.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it_s (1)_.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
])('%s', (name, header) => {
  expect(attachmentNamed(name)).toBe(header);
});

test('no name ends the header, and each comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const [, plain, whole] =
        /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.~%!#$&+^`|-]*)$/.exec(attachmentNamed(name)) ?? [];
      return (
        plain !== undefined && /^[\x20-\x7e]*$/.test(plain) && decodeURIComponent(whole ?? '') === name.toWellFormed()
      );
    }),
  );
});
