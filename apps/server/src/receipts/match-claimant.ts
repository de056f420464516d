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
  const words = wordsOf(typed);
  const wanted = words.join(' ');
  // A single initial is no proof.
  if (wanted.length < 2) return false;
  const [digits] = /^\d{5}/.exec(typed.replace(/[\s-]/g, '')) ?? [];
  // Every comparison is made, so that the time does not tell which one fits.
  return [
    digits !== undefined && zip !== null && zip.startsWith(digits),
    ...companies.map((name) => wordsOf(name).join(' ') === wanted),
    ...people.map((name) => isLastName(words, wordsOf(name))),
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

/** Letters that have no decomposition into a plain letter and a mark. */
const plain: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ı: 'i' };

/** People leave them out of their last name, and alone they prove nothing. */
const generations: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** `O’Brien-Núñez, Jr.` becomes `obrien`, `nunez`. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’‘`.]/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðæœı]/g, (letter) => plain[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !generations.has(word));
}
