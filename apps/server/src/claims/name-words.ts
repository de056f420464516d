/** Letters that have no decomposition into a plain letter and a mark. */
const plain: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ı: 'i' };

/** People leave them out of their last name, and alone they say little. */
const generations: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** The words by which names are compared: `O’Brien-Núñez, Jr.` becomes `obrien`, `nunez`. */
export function nameWordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’‘`.]/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðæœı]/g, (letter) => plain[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !generations.has(word));
}
