import type { TypedKind } from './definition.ts';

/**
 * One typed line as it is kept: composed characters (NFC), plain apostrophes and spaces, no space around it, and without what a mask
 * adds. Doing it twice changes nothing.
 */
export function normalizeTyped(kind: TypedKind, raw: string): string {
  const line = raw
    .replace(/\u2019/g, "'")
    .replace(/\u00A0/g, ' ')
    .trim();
  // Last, because what a mask leaves behind may compose with its new neighbour.
  return compose(withoutMask(kind, line));
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
