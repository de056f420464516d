import { formatFigureCell } from '@redress/contract/console/format-figure';
import { expect, test } from 'vitest';
import { roundShares } from './compute-figure.ts';

test.each([
  ['none', [], []],
  ['no claims', [0, 0], ['0.0%', '0.0%']],
  ['equal ones', [1 / 3, 1 / 3, 1 / 3], ['33.4%', '33.3%', '33.3%']],
  // Each rounded by itself, they add up to 100.1%.
  ['three that are rounded up', [4 / 11, 4 / 11, 3 / 11], ['36.4%', '36.3%', '27.3%']],
  ['very small ones', [0.9994, 0.0003, 0.0003], ['100.0%', '0.0%', '0.0%']],
  ['exact ones', [0.7, 0.2, 0.1], ['70.0%', '20.0%', '10.0%']],
])('shares of %s add up to the whole', (_, shares, shown) => {
  expect(roundShares(shares).map((share) => formatFigureCell('share', share))).toEqual(shown);
});
