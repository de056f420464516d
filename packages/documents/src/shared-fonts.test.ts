import type { Glyph, GlyphPosition } from 'fontkit';
import { expect, test } from 'vitest';
import { commonCharacters, isCommon, shapeInPairs } from './shared-fonts.ts';
import { openFont } from './fonts.ts';

const characters = [...commonCharacters];
const words = [
  'AVATAR, To: “Wife’s” Yo-yo',
  'office fjord ffl 1/2 10:30 §5(a) ¿Qué? ¡Ñandú!',
  ...characters.map((first, index) => {
    const others = [7, 31, 53, 97].map((step) => characters[(index * step + 3) % characters.length]);
    return [first, ...others].join('');
  }),
];

test.each(['plain', 'bold', 'italic', 'boldItalic'] as const)(
  'in the face %s, pairs of characters have the places that they have in whole words',
  (face) => {
    const font = openFont(face);
    const places = ({ glyphs, positions }: { readonly glyphs: Glyph[]; readonly positions: GlyphPosition[] }) =>
      glyphs.map(({ id }, index) => [id, positions[index]?.xAdvance, positions[index]?.xOffset]);
    const layoutRun = (text: string) => font.layout(text);
    const inPairs = { layoutRun, layout: layoutRun };
    // Not as the face: its places are kept, and those of documents have more columns.
    shapeInPairs(inPairs, `${face} of this test`);
    expect(inPairs.layout).not.toBe(layoutRun);
    for (const word of words) {
      expect(isCommon(word), word).toBe(true);
      expect(places(inPairs.layout(word)), word).toEqual(places(font.layout(word)));
      expect(inPairs.layout(word).advanceWidth, word).toBe(font.layout(word).advanceWidth);
    }
  },
);
