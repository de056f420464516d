/** The forms of a letter: alone, after a letter that it joins, before one, and between two. */
type Forms = readonly string[];

const [isolated, final, initial, medial] = [0, 1, 2, 3];

/**
 * The presentation forms of Unicode (Arabic Presentation Forms-B, then -A) by the letter they stand
 * for, or by lam with alef. Each block has the forms of a letter in the order above.
 */
const formsOf: ReadonlyMap<string, Forms> = (() => {
  const found = new Map<string, string[]>();
  for (const [first, last] of [
    [0xfe80, 0xfefc],
    [0xfb50, 0xfbff],
  ] as const)
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      const form = String.fromCodePoint(codePoint);
      const letters = form.normalize('NFKC');
      found.set(letters, [...(found.get(letters) ?? []), form]);
    }
  return found;
})();

/** Lengthens the line between letters. */
const tatweel = '\u0640';
/** Marks and the joiner, which letters join across. */
const transparent = /^[\p{M}\u200D]$/u;

const joinsNext = (letter: string | undefined): boolean =>
  letter === tatweel || (letter !== undefined && (formsOf.get(letter)?.length ?? 0) > initial);
const joinsPrevious = (letter: string | undefined): boolean =>
  letter === tatweel || (letter !== undefined && (formsOf.get(letter)?.length ?? 0) > final);

/**
 * Replaces Arabic letters with the forms for their neighbors, and lam with alef with its ligature,
 * as the script requires. Expects text in logical order; our font has no rules for this. Letters
 * without presentation forms, which a few languages have, stay isolated.
 */
export function joinArabicLetters(text: string): string {
  if (!/\p{Script=Arabic}/u.test(text)) return text;
  // Lam with alef counts as one letter.
  const letters = text.match(/\u0644[\u0622\u0623\u0625\u0627]|./gsu) ?? [];
  const neighbor = (index: number, step: 1 | -1): string | undefined => {
    let at = index + step;
    while (transparent.test(letters[at] ?? '')) at += step;
    return letters[at];
  };
  return letters
    .map((letter, index) => {
      const forms = formsOf.get(letter);
      if (!forms) return letter;
      const isAfter = joinsPrevious(letter) && joinsNext(neighbor(index, -1));
      const isBefore = joinsNext(letter) && joinsPrevious(neighbor(index, 1));
      return forms[isAfter ? (isBefore ? medial : final) : isBefore ? initial : isolated] ?? letter;
    })
    .join('');
}
