import { expect, test } from 'vitest';
import { joinArabicLetters } from './arabic-shaping.ts';
import { openFont } from './fonts.ts';

// The forms are those of The Unicode Standard, tables of Arabic Presentation Forms-A and -B.
test.each([
  // Muhammad: meem initial, hah medial, meem medial, dal final.
  ['محمد', '\uFEE3\uFEA4\uFEE4\uFEAA'],
  // Dawud: none of these letters joins the next one.
  ['داود', '\uFEA9\uFE8D\uFEED\uFEA9'],
  // Aisha: an isolated ain would be wrong.
  ['عائشة', '\uFECB\uFE8E\uFE8B\uFEB8\uFE94'],
  // Salam, with the ligature of lam and alef; Khalil, without.
  ['سلام', '\uFEB3\uFEFC\uFEE1'],
  ['لا', '\uFEFB'],
  ['خليل', '\uFEA7\uFEE0\uFEF4\uFEDE'],
  // Across a mark, and not across a space or a non-joiner.
  ['بَب', '\uFE91\u064E\uFE90'],
  ['ب ب', '\uFE8F \uFE8F'],
  ['ب\u200Cب', '\uFE8F\u200C\uFE8F'],
  // Persian and Urdu: Parviz, Gupta.
  ['پرویز', '\uFB58\uFEAE\uFEED\uFBFE\uFEB0'],
  ['گپتا', '\uFB94\uFB59\uFE98\uFE8E'],
  ['José Núñez', 'José Núñez'],
])('letters of %s are joined', (text, joined) => {
  expect(joinArabicLetters(text)).toBe(joined);
});

test('the font has every form, and copied text is the original', () => {
  const font = openFont('other');
  for (const text of ['محمد', 'عائشة', 'سلام', 'پرویز', 'گپتا']) {
    const glyphs = font.layout(joinArabicLetters(text)).glyphs;
    expect(glyphs.every(({ id }) => id > 0)).toBe(true);
    expect(String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints))).toBe(text);
  }
});
