import { nameWordsOf } from '../claims/name-words.ts';

/** What a claim says about who filed it. */
export interface Claimant {
  readonly people: readonly string[];
  readonly companies: readonly string[];
  readonly zip: string | null;
}

/**
 * Whether someone typed the last name or the ZIP code of a claim. Of a person's name, any words after
 * the first count, because many people have two last names; of a company's, all words. Case, accents
 * and punctuation do not count.
 */
export function isClaimant(typed: string, { people, companies, zip }: Claimant): boolean {
  const words = nameWordsOf(typed);
  const wanted = words.join(' ');
  // A single initial is no proof.
  if (wanted.length < 2) return false;
  const [digits] = /^\d{5}/.exec(typed.replace(/[\s-]/g, '')) ?? [];
  // Every comparison is made, so that the time does not tell which one fits.
  return [
    digits !== undefined && zip !== null && zip.startsWith(digits),
    ...companies.map((name) => nameWordsOf(name).join(' ') === wanted),
    ...people.map((name) => isLastName(words, nameWordsOf(name))),
  ].some(Boolean);
}

function isLastName(typed: readonly string[], name: readonly string[]): boolean {
  const wanted = typed.join(' ');
  if (name.join(' ') === wanted) return true;
  const isProof = typed.some((word) => !particles.has(word));
  return name.some((_word, index) => {
    const end = index + typed.length;
    // "Le" and "Du" are last names too, at the end.
    return index > 0 && (isProof || end === name.length) && name.slice(index, end).join(' ') === wanted;
  });
}

/** Part of so many last names that alone they prove nothing. */
const particles: ReadonlySet<string> = new Set(
  'de del la las los san da das do dos di du le van von der den al el st'.split(' '),
);
