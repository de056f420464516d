import { describe, expect, test } from 'vitest';
import { isSameAmount, trimDecimals } from './data-review.tsx';
import { barShare } from './totals.tsx';

describe('an amount to copy to the form', () => {
  test.each([
    ['412500.7500', '412500.75'],
    ['412500.0000', '412500.00'],
    ['0.1234', '0.1234'],
    ['99999999999999999.9900', '99999999999999999.99'],
  ])('%s becomes %s', (amount, typed) => {
    expect(trimDecimals(amount)).toBe(typed);
  });

  test.each([
    ['412500.75', '412500.7500', true],
    ['0412500.75', '412500.7500', true],
    ['412500', '412500.0000', true],
    ['412500.7501', '412500.7500', false],
    ['9007199254740993', '9007199254740992.0000', false],
  ])('%s and %s are the same: %s', (one, other, isSame) => {
    expect(isSameAmount(one, other)).toBe(isSame);
  });
});

test('a bar is proportional to the largest value, also for reversals, and empty if all are zero', () => {
  expect([barShare(50, 200), barShare(-50, 200), barShare(0, 0)]).toEqual([0.25, 0.25, 0]);
});
