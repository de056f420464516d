import { expect, it } from 'vitest';
import { positionsOf } from './timeline.tsx';

it('positions days in proportion to time', () => {
  // 10 and 20 days over 82 percent of the width, between margins of 9.
  expect(positionsOf(['2031-05-01', '2031-05-11', '2031-05-31'])).toEqual([9, 36.3, 91]);
});

it('keeps close days apart at the expense of other gaps', () => {
  expect(positionsOf(['2031-01-01', '2031-01-02', '2031-12-30', '2031-12-31'])).toEqual([9, 26, 74, 91]);
});

it('distributes too many days evenly', () => {
  const days = ['01', '02', '03', '04', '05', '20', '31'].map((day) => `2031-01-${day}`);
  const places = positionsOf(days);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  for (const gap of gaps) expect(gap).toBeCloseTo(82 / 6, 0);
});

it('centers a single day', () => {
  expect(positionsOf(['2031-05-01'])).toEqual([50]);
});
