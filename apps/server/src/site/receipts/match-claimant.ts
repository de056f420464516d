import { nameReadingsOf, particles } from '../../claims/filing/name-words.ts';

/** What a claim says about who filed it. */
export interface Claimant {
  readonly people: readonly string[];
  readonly companies: readonly string[];
  readonly zip: string | null;
}

/**
 * Whether someone typed the last name or the ZIP code of a claim. Of a person's name, any words after
 * the first count, because many people have two last names; of a company's, all words. Case, accents,
 * punctuation and spaces do not count.
 */
export function isClaimant(typed: string, { people, companies, zip }: Claimant): boolean {
  const wanted = new Set(nameReadingsOf(typed).map((words) => words.join('')));
  // A single initial is no proof.
  if ([...wanted].some((text) => text.length < 2)) return false;
  const [digits] = /^\d{5}/.exec(typed.replace(/[\s-]/g, '')) ?? [];
  const isNamed = (name: string, matches: (words: readonly string[]) => boolean) =>
    nameReadingsOf(name).map(matches).some(Boolean);
  // Every comparison is made, so that the time does not tell which one fits.
  return [
    digits !== undefined && zip !== null && zip.startsWith(digits),
    ...companies.map((name) => isNamed(name, (words) => wanted.has(words.join('')))),
    ...people.map((name) => isNamed(name, (words) => hasLastName(words, wanted))),
  ].some(Boolean);
}

function hasLastName(name: readonly string[], wanted: ReadonlySet<string>): boolean {
  return name.some((_first, from) =>
    name.some((_last, last) => {
      const words = name.slice(from, last + 1);
      // "Le" and "Du" are last names too, at the end.
      const isProof = last === name.length - 1 || (from > 0 && words.some((word) => !particles.has(word)));
      return last >= from && isProof && wanted.has(words.join(''));
    }),
  );
}
