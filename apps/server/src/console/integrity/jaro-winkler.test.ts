import { expect, test } from 'vitest';
import { jaroWinkler } from './jaro-winkler.ts';

// From Winkler's "Overview of record linkage" (2006), table 6.
test.each([
  ['shackleford', 'shackelford', 0.982],
  ['dunningham', 'cunnigham', 0.896],
  ['nichleson', 'nichulson', 0.956],
  ['jones', 'johnson', 0.832],
  ['massey', 'massie', 0.933],
  ['abroms', 'abrams', 0.922],
  ['jeraldine', 'geraldine', 0.926],
  ['marhta', 'martha', 0.961],
  ['michelle', 'michael', 0.921],
  ['julies', 'julius', 0.933],
  ['tanya', 'tonya', 0.88],
  ['dwayne', 'duane', 0.84],
  ['sean', 'susan', 0.805],
  ['jon', 'john', 0.933],
])('%s and %s are as similar as Winkler says', (a, b, similarity) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(similarity, 3);
  expect(jaroWinkler(b, a)).toBeCloseTo(similarity, 3);
});

test('words without a common letter are not similar, and a word equals itself', () => {
  expect(jaroWinkler('abc', 'xyz')).toBe(0);
  expect(jaroWinkler('', 'xyz')).toBe(0);
  expect(jaroWinkler('zoe', 'zoe')).toBe(1);
});
