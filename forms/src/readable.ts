import type { TypedField } from './definition.ts';

// Neither property of Unicode knows that a Braille cell without dots (U+2800) and two hieroglyphs are blank; the second one knows Hangul
// fillers, which are letters.
const unseen = String.raw`\s\u2800\u{13441}\u{13442}\p{Default_Ignorable_Code_Point}`;
const onlyUnseen = new RegExp(`^[${unseen}]*$`, 'u');
const letterOrDigit = new RegExp(`(?![${unseen}])[\\p{L}\\p{N}]`, 'u');

/** Whether nobody would see anything of a text: it counts as not typed. */
export const looksEmpty = (text: string): boolean => onlyUnseen.test(text);

/**
 * Whether a field's text has to hold a letter or a digit and does not: `..` is no name. A signature always has to, other texts where they are
 * required; in an optional one a dash may say that there is nothing to say. All other kinds have patterns for what they hold.
 */
export function lacksLetters({ kind, rules }: TypedField, text: string): boolean {
  const isAsked = kind === 'signature' || (kind === 'text' && rules.some(({ rule }) => rule === 'required'));
  return isAsked && text !== '' && !letterOrDigit.test(text);
}
