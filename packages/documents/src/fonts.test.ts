import { expect, test } from 'vitest';
import { loadRareFonts, splitByFont } from './fonts.ts';

/** The blocks are from the table of CJK unified ideographs in Unicode 10. */
const blocks = [
  ['B', 0x20000, 0x2a6d6, 42_711],
  ['C', 0x2a700, 0x2b734, 4_149],
  ['D', 0x2b740, 0x2b81d, 222],
  ['E', 0x2b820, 0x2cea1, 5_762],
  ['F', 0x2ceb0, 0x2ebe0, 7_473],
] as const;

test.each(blocks)('a font has every ideograph of extension %s', async (_name, first, last, count) => {
  const all = Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  const text = all.join('');
  expect(all).toHaveLength(count);
  await loadRareFonts(text);
  expect(
    splitByFont(text, 'plain')
      .map((run) => run.text)
      .join(''),
  ).toBe(text);
});

test('a code point after a block is printed as its number', async () => {
  const after = blocks.map(([, , last]) => String.fromCodePoint(last + 1)).join('');
  await loadRareFonts(after);
  const text = splitByFont(`${after}\u{2FFFF}\u{30000}`, 'plain').map((run) => run.text);
  expect(text.join('')).toBe('[U+2A6D7][U+2B735][U+2B81E][U+2CEA2][U+2EBE1][U+2FFFF][U+30000]');
});
