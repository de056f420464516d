import type { TypedKind } from './definition.ts';
import { numbersAndDates } from './numbers-and-days-if-used.ts';

/**
 * Normalizes a typed line: NFC, plain apostrophes, hyphens and spaces, no invisible characters, no
 * surrounding space, and no mask. Idempotent.
 */
export function normalizeTyped(kind: TypedKind, raw: string): string {
  const line = replaceLookalikes(kind, raw).trim();
  // Characters may compose with new neighbors once the mask is gone.
  return compose(withoutMask(kind, line));
}

/** People paste zero-width spaces, soft hyphens, byte order and direction marks by accident. */
const invisible = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** NFC may reorder the marks and joiners of a character, but not move them to another one. */
const joined = /(^|[^\p{M}\u200C\u200D])([\p{M}\u200C\u200D]+)/gu;
/** Joiners shape letters in Arabic, Persian, Indic and related scripts. */
const shapedByJoiners = /[\u0600-\u109F\u1780-\u18AF\uA840-\uA87F\uA880-\uAADF\uFB50-\uFDFF\uFE70-\uFEFC]/;
const joiners = /[\u200C\u200D]/g;

function replaceLookalikes(kind: TypedKind, raw: string): string {
  const line = raw
    .replace(invisible, '')
    .replace(/[\u00B4\u1FFD\u2018\u2019\u201B\u2032\uFF07]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
  if (kind === 'text' || kind === 'signature')
    return line
      .replace(/[`\u1FEF]/g, "'")
      .replace(/[\u201C-\u201F\u2033]/g, '"')
      .replace(joined, (whole, letter: string) => (shapedByJoiners.test(letter) ? whole : withoutJoiners(whole)));
  // East Asian keyboards write digits and codes in full-width characters.
  return line
    .replace(joiners, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** Rules do not count joiners, because people do not see them as characters. */
export function withoutJoiners(line: string): string {
  return line.replace(joiners, '');
}

function withoutMask(kind: TypedKind, line: string): string {
  if (kind === 'phone') return unmaskPhone(line);
  return kind === 'code' ? upperCaseAscii(line) : (numbersAndDates?.unmask(kind, line) ?? line);
}

/**
 * Applies NFC unless more than 30 combining marks follow each other (the stream-safe limit of UAX
 * #15). Sorting a run takes quadratic time: minutes for a million marks.
 */
function compose(line: string): string {
  return /\p{M}{31}/u.test(line) ? line : line.normalize('NFC');
}

/**
 * `+1 (602) 555-0100` and `1-602-555-0100` become `6025550100`: no area code begins with 1. Rules
 * check what remains.
 */
function unmaskPhone(line: string): string {
  return line.replace(/[\s./()-]/g, '').replace(/^(?:\+1(?=\d))?(?:1(?=\d{10}$))?/, '');
}

/**
 * Changes only a-z, because `toUpperCase` turns `ß` into `SS` and `ı` into `I`, which match A-Z.
 */
function upperCaseAscii(line: string): string {
  return line.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
