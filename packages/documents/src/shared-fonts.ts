import type { Glyph, GlyphPosition } from 'fontkit';
import type { EmbeddedFont, PDFDocument } from 'pdfkit';
import { deflateSync } from 'node:zlib';

const printableAscii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
const others = 'áéíóúüñÁÉÍÓÚÜÑ¿¡‘’“”–—•…§';
/** Nearly all text has only these characters, which all faces have. */
export const commonCharacters = printableAscii + others;
const commonText = new RegExp(`^[ -~${others}]*$`, 'u');

export const isCommon = (text: string): boolean => commonText.test(text);

/** A character in front of another one, or at the end. */
interface PlacedCharacter {
  readonly glyph: Glyph;
  readonly position: GlyphPosition;
}
/** By the name of the font, and the codes of the two characters. */
const placedCharacters = new Map<string, Map<number, PlacedCharacter>>();

/**
 * Shapes common text from pairs of characters, because each place depends only on the next character.
 * Shaping whole words would take most of the time of a short document.
 */
export function shapeInPairs(font: Pick<EmbeddedFont, 'layout' | 'layoutRun'>, name: string): void {
  const placed = placedCharacters.get(name) ?? new Map<number, PlacedCharacter>();
  placedCharacters.set(name, placed);
  const place = (text: string, index: number): PlacedCharacter => {
    const key = text.charCodeAt(index) * 0x10000 + (index + 1 < text.length ? text.charCodeAt(index + 1) : 0);
    const before = placed.get(key);
    if (before) return before;
    const { glyphs, positions } = font.layoutRun(text.slice(index, index + 2));
    const [[glyph], [position]] = [glyphs, positions];
    if (!glyph || !position) throw new Error(`${name} does not show “${text}”`);
    placed.set(key, { glyph, position });
    return { glyph, position };
  };
  const layout = font.layout.bind(font);
  font.layout = (text, features, isWidthOnly) => {
    if (!isCommon(text)) return layout(text, features, isWidthOnly);
    const glyphs: Glyph[] = [];
    const positions: GlyphPosition[] = [];
    let advanceWidth = 0;
    for (let index = 0; index < text.length; index += 1) {
      const { glyph, position } = place(text, index);
      advanceWidth += position.xAdvance;
      if (isWidthOnly === true) continue;
      glyphs.push(glyph);
      positions.push(position);
    }
    return { glyphs, positions, advanceWidth };
  };
}

/** Compressed subsets with all common characters, and their tables of Unicode characters. */
const sharedFiles = new Map<string, Uint8Array>();

/**
 * Embeds all common characters of the chosen font, whether or not the document has them, so that one
 * subset serves all documents. A document with other characters gets its own.
 */
export function shareSubset(document: PDFDocument, name: string): void {
  const { _font: font } = document;
  font.encode(commonCharacters);
  const { subset } = font;
  const common = subset.glyphs.length;
  const embed = font.embed.bind(font);
  font.embed = () => {
    if (subset.glyphs.length > common) return embed();
    const createReference = document.ref.bind(document);
    let files = 0;
    document.ref = (data) => {
      if (data) return createReference(data);
      // pdfkit does not compress what has a filter.
      const file = createReference({ Filter: 'FlateDecode' });
      const end = file.end.bind(file);
      const key = `${name} ${(files += 1)}`;
      file.end = (content = '') => {
        const compressed = sharedFiles.get(key) ?? deflateSync(content);
        sharedFiles.set(key, compressed);
        end(compressed);
      };
      return file;
    };
    // The subset is the first file.
    const encoded = sharedFiles.get(`${name} 1`);
    if (encoded) subset.encode = () => encoded;
    embed();
    document.ref = createReference;
  };
}
