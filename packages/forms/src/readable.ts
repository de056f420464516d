import type { TypedField } from './definition.ts';

// Unicode's property includes Hangul fillers, but not the blank Braille cell and hieroglyphs.
const unseen = String.raw`\s\u2800\u{13441}\u{13442}\p{Default_Ignorable_Code_Point}`;
const onlyUnseen = new RegExp(`^[${unseen}]*$`, 'u');
const letterOrDigit = new RegExp(`(?![${unseen}])[\\p{L}\\p{N}]`, 'u');

/** Whether a text shows nothing at all: it counts as not typed. */
export const looksEmpty = (text: string): boolean => onlyUnseen.test(text);

/**
 * Whether a field's text needs a letter or a digit and has none: `..` is no name. A signature
 * always needs one; another text only where it is required, because "--" can be an answer
 * elsewhere.
 */
export function lacksLetters({ kind, rules }: TypedField, text: string): boolean {
  const isAsked = kind === 'signature' || (kind === 'text' && rules.some(({ rule }) => rule === 'required'));
  return isAsked && text !== '' && !letterOrDigit.test(text);
}
