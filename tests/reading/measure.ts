import { countText, splitSentences } from './count-text.ts';
import { type Grades, gradesOf } from './grades.ts';
import type { MeasuredText } from './measured-texts.ts';

/** The highest grade that our texts may have. */
export const highestGrade = 8;

export interface Measurement extends Grades {
  readonly sentences: number;
  readonly words: number;
  readonly wordsPerSentence: number;
}

/** For our own text or for quoted text; undefined if there is none. */
export function measure(text: MeasuredText, ofQuoted = false): Measurement | undefined {
  const passages = passagesOf(text, ofQuoted);
  const counts = countText(passages, text.language);
  if (counts.words === 0) return undefined;
  const { sentences, words } = counts;
  return { ...gradesOf(counts, text.language), sentences, words, wordsPerSentence: words / sentences };
}

/** The sentences to rewrite first: those of the highest grade, each with its grade. */
export function hardestSentences(
  text: MeasuredText,
  count: number,
): { readonly sentence: string; readonly grade: number }[] {
  return passagesOf(text, false)
    .flatMap((passage) => splitSentences(passage, text.language))
    .map((sentence) => ({ sentence, grade: gradesOf(countText([sentence], text.language), text.language).grade }))
    .filter(({ sentence }) => sentence.split(' ').length >= 8)
    .toSorted((a, b) => b.grade - a.grade)
    .slice(0, count);
}

const passagesOf = ({ passages }: MeasuredText, ofQuoted: boolean): string[] =>
  passages.filter(({ isQuoted }) => isQuoted === ofQuoted).map(({ text }) => text);
