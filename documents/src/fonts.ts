import type { Font } from 'fontkit';
import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from './unpack-woff.ts';

/** The faces that a text may ask for. They hold the letters of Latin, Greek and Cyrillic. */
export type Face = 'plain' | 'bold' | 'italic' | 'boldItalic';
/** `other` has the letters of nearly every script, drawn plainly. */
export type FontName = Face | 'other';

const files: Readonly<Record<FontName, string>> = {
  plain: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  italic: '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  boldItalic: '@expo-google-fonts/noto-sans/600SemiBold_Italic/NotoSans_600SemiBold_Italic.ttf',
  other: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
};
/**
 * Read once for the process: that is most of what a small document costs. Letters are neither joined (`ﬁ`) nor taken apart (`ị` into i and a
 * dot): it looks the same, but who copies or searches the text would find other letters.
 */
const opened = new Map<FontName, Font>();

export function openFont(name: FontName): Font {
  const before = opened.get(name);
  if (before) return before;
  const path = fileURLToPath(import.meta.resolve(files[name]));
  const bytes = readFileSync(path);
  const font = create(path.endsWith('.woff') ? unpackWoff(bytes) : bytes);
  if ('fonts' in font) throw new Error(`${path} holds several fonts`);
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
 * Parts a text by the fonts that have its letters, so that none comes out as an empty box. A letter that no font has (a rare ideograph, an
 * emoji in a file name) is told by its number: `[U+20000]`.
 */
export function splitByFont(text: string, wanted: Face): FontRun[] {
  const runs: { font: FontName; text: string; isRightToLeft: boolean }[] = [];
  const clean = text.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
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

function fontFor(character: string, wanted: FontName): FontName | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  if (openFont(wanted).hasGlyphForCodePoint(codePoint)) return wanted;
  return openFont('other').hasGlyphForCodePoint(codePoint) ? 'other' : undefined;
}

function describeCharacter(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
