import { expect, test } from 'vitest';
import { describeFlagCounts } from './flag-counts.ts';

const nothing = { reached: 0, close: 0, highest: null };

test('flags and scores are counted in sentences', () => {
  expect(
    describeFlagCounts({
      flags: [
        { flag: 'late', claims: 1_200 },
        { flag: 'high-value', claims: 1 },
      ],
      scores: { duplicate: { reached: 2, close: 3, highest: 44 }, machine: { reached: 0, close: 1, highest: -5.5 } },
      unscored: 4,
    }),
  ).toBe(
    'Flags: 1,200 Late, 1 High amount. Duplicate score: 2 at the review threshold or above, 3 up to 10 points below it, highest 44. Machine score: 1 up to 10 points below the review threshold, highest −5.5. Not scored yet: 4.',
  );
  const reached = { reached: 8, close: 0, highest: 44 };
  expect(describeFlagCounts({ flags: [], scores: { duplicate: reached, machine: nothing }, unscored: 0 })).toBe(
    'Flags: none. Duplicate score: 8 at the review threshold or above, highest 44.',
  );
});
