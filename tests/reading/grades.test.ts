import { describe, expect, test } from 'vitest';
import { fernandezHuerta, gradeOfLecturabilidad, gradesOf } from './grades.ts';

describe('English', () => {
  test('Flesch-Kincaid of Wikipedia’s example', () => {
    // 13 words in one sentence, 24 syllables: 0.39 × 13 + 11.8 × 24 / 13 − 15.59
    const counts = { sentences: 1, words: 13, syllables: 24, letters: 68 };
    expect(gradesOf(counts, 'en').grade).toBeCloseTo(11.26, 2);
  });

  test('Coleman-Liau of Wikipedia’s example', () => {
    // 5.37 letters a word and 4.20 sentences for 100 words: 0.0588 × 537 − 0.296 × 4.20 − 15.8
    const counts = { sentences: 5, words: 119, syllables: 200, letters: 639 };
    expect(gradesOf(counts, 'en').second).toBeCloseTo(14.5, 1);
  });
});

describe('Spanish', () => {
  const counts = { sentences: 5, words: 100, syllables: 190, letters: 470 };

  test('the reading ease of Fernández Huerta, and the grade on its scale', () => {
    // 206.84 − 0.60 × 190 − 1.02 × 20
    expect(fernandezHuerta(counts)).toBeCloseTo(72.44, 2);
    expect(gradesOf(counts, 'es').grade).toBeCloseTo(5.756, 2);
  });

  test.each([
    ['the end of "very easy"', 90, 4],
    ['the end of "easy"', 80, 5],
    ['the end of "rather easy"', 70, 6],
    ['the middle of "normal"', 65, 7],
    ['the end of "normal"', 60, 8],
    ['the end of "rather hard"', 50, 12],
    ['beyond the scale, below', -20, 17],
    ['beyond the scale, above', 150, 1],
  ])('%s', (_, ease, grade) => {
    expect(gradeOfLecturabilidad(ease)).toBeCloseTo(grade, 5);
  });

  test('Crawford', () => {
    // −0.205 × 5 + 0.049 × 190 − 3.407
    expect(gradesOf(counts, 'es').second).toBeCloseTo(4.878, 3);
  });
});

test('a few short words are grade 1, not below', () => {
  expect(gradesOf({ sentences: 1, words: 3, syllables: 3, letters: 9 }, 'en')).toEqual({ grade: 1, second: 1 });
});
