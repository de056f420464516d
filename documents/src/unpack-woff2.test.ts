import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { unpackWoff2 } from './unpack-woff2.ts';

function open(bytes: Buffer) {
  const font = create(bytes);
  if ('fonts' in font) throw new Error('The file holds several fonts');
  return font;
}
const read = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(file)));

test.each([
  'hanamin/HanaMinB.CJK-Unified-Ideographs-Extension-B-02.woff2',
  'hanamin/HanaMinB.CJK-Unified-Ideographs-Extension-F-8.woff2',
])('each letter of %s has the outline, box and width that another reader of WOFF 2.0 finds', (file) => {
  const packed = read(file);
  const [ours, theirs] = [open(unpackWoff2(packed)), open(packed)];
  expect(ours.numGlyphs).toBe(theirs.numGlyphs);
  expect(ours.characterSet).toEqual(theirs.characterSet);
  for (let index = 0; index < theirs.numGlyphs; index += 1) {
    const [one, other] = [ours.getGlyph(index), theirs.getGlyph(index)];
    expect(one.path.toSVG(), `glyph ${index}`).toBe(other.path.toSVG());
    expect([one.advanceWidth, one.bbox], `glyph ${index}`).toEqual([other.advanceWidth, other.bbox]);
  }
});

test('what is no WOFF 2.0 is refused', () => {
  expect(() => unpackWoff2(Buffer.from('wOFF and more'))).toThrow('not a WOFF 2.0');
});
