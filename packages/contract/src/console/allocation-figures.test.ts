import { expect, test } from 'vitest';
import { describeLimits, sizesFigure } from './allocation-figures.ts';
import type { AllocationSummary } from './allocations.ts';

const pools = [{ id: 'consumers', title: 'Consumer pool' }];

test('the differences from the plan name each pool with its other limits, also those that are left out', () => {
  expect(describeLimits({}, pools)).toEqual([]);
  expect(
    describeLimits({ consumers: { minimum: '10', cap: null }, payors: { floor: '1.50' }, other: {} }, pools),
  ).toEqual(['Consumer pool: minimum $10.00, no cap', 'payors: floor $1.50']);
});

test('scenarios side by side have all sizes of payments in order, and zeros where nobody gets that much', () => {
  const size = (from: string, to: string, claims: number, amount: string) => ({ from, to, claims, amount });
  const one = size('100.00', '200.00', 3, '450.00');
  const figure = sizesFigure([
    { name: 'Plan', summary: summaryOf([size('20.00', '50.00', 2, '60.00'), one], 5, '510.00') },
    { name: 'Cap', summary: summaryOf([size('20.00', '50.00', 5, '150.00')], 5, '150.00') },
  ]);
  expect(figure.columns.map(({ header }) => header)).toEqual([
    'Payment',
    'Plan: people',
    'Plan: payments',
    'Cap: people',
    'Cap: payments',
  ]);
  expect(figure.rows).toEqual([
    ['$20.00 to less than $50.00', 2, '60.00', 5, '150.00'],
    ['$100.00 to less than $200.00', 3, '450.00', 0, '0'],
  ]);
  expect(figure.total).toEqual([null, 5, '510.00', 5, '150.00']);
});

function summaryOf(histogram: AllocationSummary['total']['histogram'], paid: number, sum: string): AllocationSummary {
  const none = { claims: 0, amount: '0.00' };
  const counts = { claims: paid, paid, capped: 0, zero: 0, belowMinimum: none, reserved: none };
  const total = { ...counts, sum, smallest: null, largest: null, median: null, mean: null, histogram };
  return { ledger: [], residual: '0.00', total, pools: [] };
}
