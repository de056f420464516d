import { type Language, localeOf } from '@redress/contract/language';
import { syllable } from 'syllable';
import { countSpanishSyllables } from './spanish-syllables.ts';

/** The counts that readability formulas use. */
export interface TextCounts {
  readonly sentences: number;
  readonly words: number;
  readonly syllables: number;
  readonly letters: number;
}
const nothing: TextCounts = { sentences: 0, words: 0, syllables: 0, letters: 0 };

/**
 * Shorter text without an end mark is a name or a button. Counted as sentences, they would make a
 * text look easier than it is.
 */
const minSentenceWords = 5;

/**
 * Counts by Flesch's rules (How to Write Plain English, 1979, chapter 2): everything between two
 * spaces is one word, including `wouldn’t`, `third-party`, `$15` and `2025`; figures, symbols and
 * abbreviations have one syllable; a sentence ends with its mark. A passage (paragraph, list item,
 * cell, label) that ends with a colon, a semicolon or no mark is also a sentence, unless it is
 * short and has no mark. Dates and amounts count as written.
 */
export function countText(passages: readonly string[], language: Language): TextCounts {
  return passages
    .flatMap((passage) => splitSentences(passage, language))
    .map((sentence) => countSentence(sentence, language))
    .reduce(add, nothing);
}

/** The sentences of one passage, in order; none for a name or a button. */
export function splitSentences(passage: string, language: Language): string[] {
  const segments = new Intl.Segmenter(localeOf[language], { granularity: 'sentence' }).segment(passage);
  return [...segments]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => wordsOf(sentence).length >= (/[.!?:;…]["”»)]*$/.test(sentence) ? 1 : minSentenceWords));
}

function countSentence(sentence: string, language: Language): TextCounts {
  const words = wordsOf(sentence);
  return {
    sentences: 1,
    words: words.length,
    syllables: words.map((word) => countSyllables(word, language)).reduce((sum, one) => sum + one, 0),
    letters: words.join('').replaceAll(/[^\p{L}\p{N}]/gu, '').length,
  };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

function countSyllables(word: string, language: Language): number {
  const bare = word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (/\p{N}/u.test(bare) || /^\p{Lu}{2,5}s?$/u.test(bare)) return 1;
  if (language === 'en') return Math.max(1, syllable(bare));
  // A hyphen or a slash joins two Spanish words that are spoken as two.
  return bare
    .split(/[^\p{L}]+/u)
    .map(countSpanishSyllables)
    .reduce((sum, one) => sum + one, 0);
}

const add = (a: TextCounts, b: TextCounts): TextCounts => ({
  sentences: a.sentences + b.sentences,
  words: a.words + b.words,
  syllables: a.syllables + b.syllables,
  letters: a.letters + b.letters,
});
