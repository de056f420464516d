import { type Font, create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { isCommon } from './shared-fonts.ts';

/** These fonts cover Latin, Greek and Cyrillic. */
export type Face = 'plain' | 'bold' | 'italic' | 'boldItalic';
/** A file of rare Han characters. */
type RareFont = `hanamin/${string}`;
/** The font `other` covers nearly every script in a plain design. */
export type FontName = Face | 'other' | RareFont;

const files: Readonly<Record<Exclude<FontName, RareFont>, string>> = {
  plain: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  italic: '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  boldItalic: '@expo-google-fonts/noto-sans/600SemiBold_Italic/NotoSans_600SemiBold_Italic.ttf',
  other: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
};
/** CJK extensions B to F: 60,000 characters of East Asian names, in files of 1,024. */
const rareBlocks = [
  { block: 'B', first: 0x20000, files: 42 },
  { block: 'C', first: 0x2a700, files: 5 },
  { block: 'D', first: 0x2b740, files: 1 },
  { block: 'E', first: 0x2b820, files: 6 },
  { block: 'F', first: 0x2ceb0, files: 8 },
] as const;
const charactersInFile = 1_024;

function rareFontOf(codePoint: number): RareFont | undefined {
  const found = rareBlocks.findLast(({ first }) => codePoint >= first);
  if (!found) return undefined;
  const file = Math.floor((codePoint - found.first) / charactersInFile) + 1;
  if (file > found.files) return undefined;
  const number = found.files === 1 ? '' : `-${String(file).padStart(String(found.files).length, '0')}`;
  return `hanamin/HanaMinB.CJK-Unified-Ideographs-Extension-${found.block}${number}.woff2`;
}

const isRare = (name: FontName): name is RareFont => name.startsWith('hanamin/');

/** Fonts are cached, because opening one is slow. */
const opened = new Map<FontName, Font>();

export function openFont(name: FontName): Font {
  const before = opened.get(name);
  if (before) return before;
  if (isRare(name)) throw new Error(`${name} was not loaded`);
  const path = faceFile(name);
  const bytes = readFileSync(path);
  return keepFont(name, path.endsWith('.woff') ? unpackWoff(bytes) : bytes);
}

/** Loads fonts for rare Han characters. fontkit reads WOFF 2.0 but cannot embed it in full. */
export async function loadRareFonts(text: string): Promise<void> {
  if (isCommon(text)) return;
  const needed = new Set(Array.from(cleanText(text), (character) => rareFontOf(character.codePointAt(0) ?? 0)));
  for (const name of needed) {
    if (name === undefined || opened.has(name)) continue;
    const { default: decompress } = await import('woff2-encoder/decompress');
    keepFont(name, Buffer.from(await decompress(readFileSync(pathOf(name)))));
  }
}

const pathOf = (file: string): string => fileURLToPath(import.meta.resolve(file));

/** The font file of a design. */
export const faceFile = (name: Exclude<FontName, RareFont>): string => pathOf(files[name]);

function keepFont(name: FontName, bytes: Buffer): Font {
  const font = create(bytes);
  if ('fonts' in font) throw new Error(`${name} holds several fonts`);
  const layout = font.layout.bind(font);
  // Ligatures and decomposition are off, so that copied text is the original.
  font.layout = (text) => {
    const run = layout(text, { ccmp: false, liga: false, clig: false });
    for (const glyph of run.glyphs) glyph.codePoints = glyph.codePoints.flatMap(lettersOfForm);
    return run;
  };
  opened.set(name, font);
  return font;
}

/**
 * The letters behind each Arabic presentation form, in logical order, so that copied text is the
 * original.
 */
function lettersOfForm(codePoint: number): number[] {
  if (codePoint < 0xfb50 || codePoint > 0xfefc) return [codePoint];
  return Array.from(String.fromCodePoint(codePoint).normalize('NFKC'), (letter) => letter.codePointAt(0) ?? codePoint);
}

/** Text in one font and one direction. */
export interface FontRun {
  readonly font: FontName;
  readonly text: string;
  /** Our fonts do not reorder right-to-left text by themselves. */
  readonly isRightToLeft: boolean;
}

/** Right-to-left words and the spaces between them. */
const rightToLeft =
  /((?:\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana})(?:[ \p{M}]*(?:\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{M}))*)/u;

/** Splits text by font. A character that no font has becomes its number: `[U+1F600]`. */
export function splitByFont(text: string, wanted: Face): FontRun[] {
  if (isCommon(text)) return text === '' ? [] : [{ font: wanted, text, isRightToLeft: false }];
  const runs: { font: FontName; text: string; isRightToLeft: boolean }[] = [];
  const clean = cleanText(text);
  for (const [index, part] of clean.split(rightToLeft).entries()) {
    // `split` puts captured parts at odd indexes.
    const isRightToLeft = index % 2 === 1;
    for (const character of part) {
      const found = fontFor(character, isRightToLeft ? 'other' : wanted);
      const written = found === undefined ? describeCharacter(character) : character;
      const font = found ?? wanted;
      const last = runs.at(-1);
      if (last && last.font === font && last.isRightToLeft === isRightToLeft) last.text += written;
      else runs.push({ font, text: written, isRightToLeft });
    }
  }
  return runs;
}

/** Whether no font has some character of the text. */
export function hasUnprintable(text: string): boolean {
  return (
    !isCommon(text) && [...new Set(cleanText(text))].some((character) => fontFor(character, 'plain') === undefined)
  );
}

const cleanText = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

function fontFor(character: string, wanted: FontName): FontName | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  if (openFont(wanted).hasGlyphForCodePoint(codePoint)) return wanted;
  if (openFont('other').hasGlyphForCodePoint(codePoint)) return 'other';
  const rare = rareFontOf(codePoint);
  return rare && opened.get(rare)?.hasGlyphForCodePoint(codePoint) === true ? rare : undefined;
}

function describeCharacter(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Bytes of the header and of a directory entry, in WOFF 1.0 and in the font inside it. */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * Unpacks a WOFF 1.0 font, because fontkit would inflate its tables again for every glyph. Each table
 * is inflated in one piece and then copied, which needs half the memory of joining them.
 */
function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF 1.0 file');
  const count = file.readUInt16BE(12);
  const font = Buffer.alloc(file.readUInt32BE(16));
  const power = Math.floor(Math.log2(count));
  file.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * 16, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  let offset = sfnt.header + count * sfnt.entry;
  for (let index = 0; index < count; index += 1) {
    const from = woff.header + index * woff.entry;
    const start = file.readUInt32BE(from + 4);
    const length = file.readUInt32BE(from + 8);
    const fullLength = file.readUInt32BE(from + 12);
    const stored = file.subarray(start, start + length);
    const table = length < fullLength ? inflateSync(stored, { chunkSize: fullLength + 64 }) : stored;
    const to = sfnt.header + index * sfnt.entry;
    file.copy(font, to, from, from + 4);
    file.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(offset, to + 8);
    font.writeUInt32BE(fullLength, to + 12);
    table.copy(font, offset);
    offset += fullLength + (-fullLength & 3);
  }
  return font;
}
