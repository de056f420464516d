import { expect, test } from 'vitest';
import { countSpanishSyllables } from './spanish-syllables.ts';

// Syllabified by hand, by the rules of the Real Academia's Ortografía (2010).
test.each([
  ['y', 1],
  ['ley', 1],
  ['que', 1],
  ['guía', 2], // guí-a
  ['país', 2], // pa-ís
  ['caer', 2], // ca-er
  ['también', 2], // tam-bién
  ['mayo', 2], // ma-yo
  ['acuerdo', 3], // a-cuer-do
  ['ahora', 3], // a-ho-ra
  ['vergüenza', 3], // ver-güen-za
  ['dieciséis', 3], // die-ci-séis
  ['todavía', 4], // to-da-ví-a
  ['averiguáis', 4], // a-ve-ri-guáis
  ['audiencia', 3], // au-dien-cia
  ['medicamento', 5], // me-di-ca-men-to
  ['distribución', 4], // dis-tri-bu-ción
  ['Administrador', 5], // ad-mi-nis-tra-dor
  ['cooperación', 5], // co-o-pe-ra-ción
])('%s has %i', (word, count) => {
  expect(countSpanishSyllables(word)).toBe(count);
});

test('a vowel and its accent in two characters count as one', () => {
  expect(countSpanishSyllables('pa\u0069\u0301s')).toBe(2);
});
