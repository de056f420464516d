/** Signs that people type as an apostrophe, or for the ʻokina, the hamza or the ayin of a name. */
const apostrophes = /['’‘‛`´ʹʻʼʽʾʿˈˊˋ′‵ꞌ＇]/g;

type Letters = ReadonlyMap<string, string>;
const lettersOf = (pairs: string): Letters =>
  new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

/**
 * Letters that have no decomposition into a plain letter and a mark, each with its replacement,
 * mostly as on passports (ICAO document 9303, part 3, section 6).
 */
const plain = lettersOf('ßss øo łl đd ðd æae œoe ıi þth ħh əe ŋn ŧt ĸk ɓb ɗd ƙk ƴy ɛe ɔo ɨi ʉu ǝe ƒf ɣg');
/** The other spelling in use: passports say `MUELLER` for `Müller`, others say `Muller`. */
const spelledOut = lettersOf('äae öoe üue åaa øoe əa đdj ñny ŋng');

/** Removes accents, apostrophes and case: `O’Brien-Núñez, Jr.` becomes `obrien-nunez, jr.` */
export function foldLetters(text: string, letters: Letters = new Map()): string {
  return text
    .replace(apostrophes, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => letters.get(letter) ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => plain.get(letter) ?? letter);
}

/** People leave these out of their last name, and alone they prove little. */
const generations: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

interface NameWord {
  readonly text: string;
  /** Only a hyphen separates this word from the next. */
  readonly isHyphenated: boolean;
}

function readNameWords(text: string, letters?: Letters): NameWord[] {
  const words = foldLetters(text, letters)
    .replaceAll('.', '')
    .matchAll(/([\p{L}\p{N}]+)([-‐‑](?=[\p{L}\p{N}]))?/gu);
  return [...words]
    .map(([, word = '', hyphen]) => ({ text: word, isHyphenated: hyphen !== undefined }))
    .filter((word) => !generations.has(word.text));
}

/** The words by which names are compared: `O’Brien-Núñez, Jr.` becomes `obrien`, `nunez`. */
export const nameWordsOf = (text: string): string[] => readNameWords(text).map((word) => word.text);

/** The same words in both spellings: `Müller` becomes `muller`, and `mueller`. */
export const nameReadingsOf = (text: string): readonly (readonly string[])[] => [
  nameWordsOf(text),
  readNameWords(text, spelledOut).map((word) => word.text),
];

/**
 * Words that precede a last name, together with it or apart: `Delacruz` and `De la Cruz`, `McNeil`
 * and `Mc Neil`. So many names have them that alone they prove nothing.
 */
export const particles: ReadonlySet<string> = new Set(
  (
    'a abd abdul abu af al ap ben bin bint d da das de degli dei del dela delas dell della dello delos den der ' +
    'des di do dos du dall e el fitz ibn l la las le les lo los mac mc o saint san santa sankt st te ten ter van ' +
    'vande vanden vander vom von zu zum zur'
  ).split(' '),
);

/**
 * The spellings of each word of a name, one of which has to fit. `De la Cruz` becomes `de` or
 * `delacruz`, `la` or `lacruz` or `delacruz`, `cruz` or `lacruz` or `delacruz`; `Müller` becomes
 * `muller` or `mueller`.
 */
export function nameSpellingsOf(text: string): string[][] {
  const others = /\P{ASCII}/u.test(text) ? [readNameWords(text, spelledOut)] : [];
  const readings = [readNameWords(text), ...others].map((words) => ({ words, compounds: compoundsOf(words) }));
  const [first] = readings;
  return (first?.words ?? []).map((_word, index) => [
    ...new Set(
      readings.flatMap(({ words, compounds }) => [
        words[index]?.text ?? '',
        ...compounds
          .slice(Math.max(0, index - maxCompoundWords + 1), index + 1)
          .flatMap((begun) => begun.filter(({ to }) => index < to).map((compound) => compound.text)),
      ]),
    ),
  ]);
}

/** A last name has fewer words. Without a limit, joining them takes quadratic time. */
const maxCompoundWords = 6;

/**
 * For each word, the compounds that begin there: particles with the name that follows them, and
 * words with hyphens between them, as one word.
 */
function compoundsOf(words: readonly NameWord[]) {
  const join = (from: number, to: number) => ({
    to,
    text: words
      .slice(from, to)
      .map((word) => word.text)
      .join(''),
  });
  /** The index after the name that begins here. */
  const endOf = (from: number, continues: (word: NameWord) => boolean): number => {
    const count = words.slice(from, from + maxCompoundWords).findIndex((word) => !continues(word));
    return from + count + 1;
  };
  return words.map((_word, from) =>
    [endOf(from, (word) => particles.has(word.text)), endOf(from, (word) => word.isHyphenated)]
      .filter((to) => to > from + 1)
      .map((to) => join(from, to)),
  );
}
