import type { Language } from '@redress/contract/language';
import type { TextCounts } from './count-text.ts';

/**
 * A US school grade, by two formulas for the text's language that count or weigh different things.
 */
export interface Grades {
  /** The one with the limit. */
  readonly grade: number;
  /** A second formula, to see whether they agree. */
  readonly second: number;
}

export const formulas: Readonly<Record<Language, Readonly<Record<keyof Grades, string>>>> = {
  en: { grade: 'Flesch-Kincaid', second: 'Coleman-Liau' },
  es: { grade: 'Fernández Huerta', second: 'Crawford' },
};

/** At least 1: a few short words give less. */
export function gradesOf(counts: TextCounts, language: Language): Grades {
  const [grade, second] =
    language === 'en'
      ? [fleschKincaid(counts), colemanLiau(counts)]
      : [gradeOfLecturabilidad(fernandezHuerta(counts)), crawford(counts)];
  return { grade: Math.max(1, grade), second: Math.max(1, second) };
}

/**
 * Kincaid, Fishburne, Rogers, Chissom: Derivation of New Readability Formulas for Navy Enlisted
 * Personnel, 1975.
 */
function fleschKincaid({ sentences, words, syllables }: TextCounts): number {
  return 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
}

/**
 * Coleman, Liau: A Computer Readability Formula Designed for Machine Scoring, 1975. It counts
 * letters, so it needs no syllable rules.
 */
function colemanLiau({ sentences, words, letters }: TextCounts): number {
  return 0.0588 * ((100 * letters) / words) - 0.296 * ((100 * sentences) / words) - 15.8;
}

/**
 * Fernández Huerta: Medidas sencillas de lecturabilidad, 1959: Flesch's reading ease for Spanish,
 * which has longer words. His article's F is the length of a sentence in words (Law: Error in the
 * Fernández Huerta Readability Formula, 2011).
 */
export function fernandezHuerta({ sentences, words, syllables }: TextCounts): number {
  return 206.84 - 60 * (syllables / words) - 1.02 * (words / sentences);
}

/**
 * The grades on his scale, interpolated linearly between its steps: 90 to 100 is grade 4, 80 is the
 * end of grade 5, 70 grade 6, and 60 grade 8 ("normal, for adults"). Below that, his scale names
 * the years before college (50), its first years (30) and its last.
 */
export function gradeOfLecturabilidad(ease: number): number {
  const edges = [
    { ease: 120, grade: 1 },
    { ease: 90, grade: 4 },
    { ease: 80, grade: 5 },
    { ease: 70, grade: 6 },
    { ease: 60, grade: 8 },
    { ease: 50, grade: 12 },
    { ease: 30, grade: 14 },
    { ease: 0, grade: 17 },
  ];
  const next = edges.findIndex((edge) => edge.ease <= ease);
  const [above, below] = [edges[next - 1], edges[next]];
  if (above === undefined || below === undefined) return next === 0 ? 1 : 17;
  return above.grade + ((above.ease - ease) / (above.ease - below.ease)) * (below.grade - above.grade);
}

/**
 * Crawford: A Spanish Language Fry-Type Readability Procedure: Elementary Level, 1984. It is based
 * on books of grades 1 to 6, and gives lower grades than other formulas above that.
 */
function crawford({ sentences, words, syllables }: TextCounts): number {
  return -0.205 * ((100 * sentences) / words) + 0.049 * ((100 * syllables) / words) - 3.407;
}
