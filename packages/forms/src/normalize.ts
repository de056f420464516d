import type { TypedKind } from './definition.ts';

/**
 * One typed line as it is kept: composed characters (NFC), plain apostrophes, hyphens and spaces,
 * nothing that cannot be seen, no space around it, and without what a mask adds. Doing it twice
 * changes nothing.
 */
export function normalizeTyped(kind: TypedKind, raw: string): string {
  const line = asItLooks(kind, raw).trim();
  // Last, because what a mask leaves behind may compose with its new neighbour.
  return compose(withoutMask(kind, line));
}

/** Zero width spaces, soft hyphens, byte order marks and marks of direction: pasted by accident. */
const invisible = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/**
 * A character with its marks and joiners: NFC may reorder the marks, but not move them elsewhere.
 */
const joined = /(^|[^\p{M}\u200C\u200D])([\p{M}\u200C\u200D]+)/gu;
/**
 * Joiners shape letters of Arabic, Persian, Indic and related scripts; elsewhere they do nothing.
 */
const shapedByJoiners = /[\u0600-\u109F\u1780-\u18AF\uA840-\uA87F\uA880-\uAADF\uFB50-\uFDFF\uFE70-\uFEFC]/;
const joiners = /[\u200C\u200D]/g;

function asItLooks(kind: TypedKind, raw: string): string {
  const line = raw
    .replace(invisible, '')
    .replace(/\u2019/g, "'")
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
  if (kind === 'text' || kind === 'signature')
    return line.replace(joined, (whole, letter: string) =>
      shapedByJoiners.test(letter) ? whole : withoutJoiners(whole),
    );
  // Of digits and codes: other dashes, and the wide characters of East Asian keyboards.
  return line
    .replace(joiners, '')
    .replace(/[\u2012-\u2015]/g, '-')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** As rules count and compare it: people do not see a joiner as a character. */
export function withoutJoiners(line: string): string {
  return line.replace(joiners, '');
}

function withoutMask(kind: TypedKind, line: string): string {
  switch (kind) {
    case 'phone':
      return unmaskPhone(line);
    case 'code':
      return upperCaseAscii(line);
    case 'text':
    case 'email':
    case 'zip':
    case 'taxId':
    case 'money':
    case 'count':
    case 'signature':
      return line;
  }
}

/**
 * NFC, but for a line with more combining marks in a row than any language has (30: the stream-safe limit of Unicode's UAX #15), because
 * the time to sort such a run grows with its square: a million marks would take minutes.
 */
function compose(line: string): string {
  return /\p{M}{31}/u.test(line) ? line : line.normalize('NFC');
}

/** Takes the mask of a US phone number away: `+1 (602) 555-0100` becomes `6025550100`. Anything else is left for the rules to judge. */
function unmaskPhone(line: string): string {
  return line.replace(/[\s.()-]/g, '').replace(/^\+1(?=\d)/, '');
}

/** Only a-z: `toUpperCase` would also turn `ß` into `SS` and `ı` into `I`, and let them through a rule for A-Z. */
function upperCaseAscii(line: string): string {
  return line.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
