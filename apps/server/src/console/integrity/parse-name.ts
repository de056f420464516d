import { doubleMetaphone } from 'double-metaphone';
import { nameWordsOf } from '../../claims/filing/name-words.ts';
import { fullNameOf } from './nicknames.ts';

/** The parts of a person's name that are compared, or an organization's words. */
export interface Name {
  /** All words without titles, in lower case, without accents. */
  readonly words: readonly string[];
  /** The first name; empty for an organization or a single word. */
  readonly given: string;
  /** The last word. For an organization, all words without its legal form. */
  readonly surname: string;
  /** `jr`, `sr`, `ii`, `iii` or `iv`; empty without one. */
  readonly generation: string;
}

const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof rev sr sra srta don dona sir madam md phd esq dds rn'.split(' '),
);
const generationWord = /(?:^|[\s,])(jr|sr|ii|iii|iv)\.?\s*$/i;
const legalForms: ReadonlySet<string> = new Set(
  'inc incorporated llc llp lp ltd limited co company corp corporation plc pc pllc na the of and'.split(' '),
);

/** `Núñez, Ana M.` and `Ana M. Nunez` have the same parts. */
export function parsePersonName(text: string): Name {
  const generation = generationWord.exec(text)?.[1]?.toLowerCase() ?? '';
  const [before = '', after = ''] = text.replace(generationWord, '').split(',', 2);
  const inOrder = after.trim() === '' ? before : `${after} ${before}`;
  const all = nameWordsOf(inOrder);
  const withoutTitles = all.filter((word) => !titles.has(word));
  const words = withoutTitles.length === 0 ? all : withoutTitles;
  return {
    words,
    given: words.length > 1 ? (words[0] ?? '') : '',
    surname: words.at(-1) ?? '',
    generation,
  };
}

export function parseOrganizationName(text: string): Name {
  const words = nameWordsOf(text);
  const essential = words.filter((word) => !legalForms.has(word));
  return { words, given: '', surname: (essential.length === 0 ? words : essential).join(' '), generation: '' };
}

const isPlain = /^[a-z]+$/;
const sounds = new Map<string, string>();
const maxRemembered = 50_000;

/** How a word sounds (double metaphone); the word itself unless it has only plain letters. */
export function soundOf(word: string): string {
  const known = sounds.get(word);
  if (known !== undefined) return known;
  const sound = isPlain.test(word) ? doubleMetaphone(word)[0] || word : word;
  if (sounds.size >= maxRemembered) sounds.clear();
  sounds.set(word, sound);
  return sound;
}

/** How a first name sounds in full: `Jon`, `Johnny` and `John` sound the same. */
export const soundOfGiven = (given: string): string => soundOf(fullNameOf(given));
