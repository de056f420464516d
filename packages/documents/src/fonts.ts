import type { Font } from 'fontkit';
import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from './unpack-woff.ts';

/** The faces that a text may ask for. They hold the letters of Latin, Greek and Cyrillic. */
export type Face = 'plain' | 'bold' | 'italic' | 'boldItalic';
/** A file of rare Han characters. */
type RareFont = `hanamin/${string}`;
/** `other` has the letters of nearly every script, drawn plainly. */
export type FontName = Face | 'other' | RareFont;

const files: Readonly<Record<Exclude<FontName, RareFont>, string>> = {
  plain: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  italic: '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  boldItalic: '@expo-google-fonts/noto-sans/600SemiBold_Italic/NotoSans_600SemiBold_Italic.ttf',
  other: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
};
/**
 * CJK extensions B to F, which names in Hong Kong, Taiwan and Japan use: 60,000 characters, a file
 * for each 1,024 of a block. `loadRareFonts` reads those that a text needs.
 */
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

/**
 * Read once for the process: that is most of what a small document costs. Letters are neither joined (`ﬁ`) nor taken apart (`ị` into i and a
 * dot): it looks the same, but who copies or searches the text would find other letters.
 */
const opened = new Map<FontName, Font>();

export function openFont(name: FontName): Font {
  const before = opened.get(name);
  if (before) return before;
  if (isRare(name)) throw new Error(`${name} was not loaded`);
  const path = pathOf(files[name]);
  const bytes = readFileSync(path);
  return keepFont(name, path.endsWith('.woff') ? unpackWoff(bytes) : bytes);
}

/**
 * Reads the files that the rare Han characters of a text need. fontkit reads WOFF 2.0, but cannot
 * embed all of its letters.
 */
export async function loadRareFonts(text: string): Promise<void> {
  const needed = new Set(Array.from(cleanText(text), (character) => rareFontOf(character.codePointAt(0) ?? 0)));
  for (const name of needed) {
    if (name === undefined || opened.has(name)) continue;
    const { default: decompress } = await import('woff2-encoder/decompress');
    keepFont(name, Buffer.from(await decompress(readFileSync(pathOf(name)))));
  }
}

const pathOf = (file: string): string => fileURLToPath(import.meta.resolve(file));

function keepFont(name: FontName, bytes: Buffer): Font {
  const font = create(bytes);
  if ('fonts' in font) throw new Error(`${name} holds several fonts`);
  const layout = font.layout.bind(font);
  font.layout = (text) => layout(text, { ccmp: false, liga: false, clig: false });
  opened.set(name, font);
  return font;
}

/** Text in one font and one direction. */
export interface FontRun {
  readonly font: FontName;
  readonly text: string;
  /** Written from right to left, which no font of ours arranges by itself. */
  readonly isRightToLeft: boolean;
}

/** Words from right to left, with the spaces between them. */
const rightToLeft =
  /((?:\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana})(?:[ \p{M}]*(?:\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{M}))*)/u;

/**
 * Parts a text by the fonts that have its letters, so that none comes out as an empty box. A letter
 * that no font has (an emoji in a file name) shows as its number: `[U+1F600]`.
 */
export function splitByFont(text: string, wanted: Face): FontRun[] {
  const runs: { font: FontName; text: string; isRightToLeft: boolean }[] = [];
  const clean = cleanText(text);
  for (const [index, part] of clean.split(rightToLeft).entries()) {
    // What the expression captures stands at the odd places.
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

/** Whether a text has a letter that no font has. */
export function hasUnprintable(text: string): boolean {
  return [...new Set(cleanText(text))].some((character) => fontFor(character, 'plain') === undefined);
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
