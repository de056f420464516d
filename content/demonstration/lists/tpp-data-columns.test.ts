import { expect, test } from 'vitest';
import { states } from '../../shared/lists/states.ts';
import { fixedWidthStarts, membershipColumns, purchaseColumns } from './tpp-data-columns.ts';

const purchases = Object.values(purchaseColumns);
const membership = Object.values(membershipColumns);

test('purchases have the columns that payors are asked for, in order', () => {
  expect(purchases.map(({ header }) => header)).toEqual([
    'TPP Name',
    'NDC or Drug Name',
    'Fill or Purchase Date',
    'State of Purchase',
    'State of Insured',
    'Amount Paid (net of co-pays, deductibles and co-insurance)',
    'Plan or Group Name',
    'Plan or Group FEIN',
  ]);
  expect(purchases.filter(({ from }) => from === 'agents').map(({ header }) => header)).toEqual([
    'Plan or Group Name',
    'Plan or Group FEIN',
  ]);
});

// Claimants build files with these positions: a change breaks every file already begun.
test('the fixed-width layout stays as it was printed', () => {
  expect(fixedWidthStarts(purchases)).toEqual([1, 51, 101, 111, 141, 171, 191, 241]);
  expect(fixedWidthStarts(membership)).toEqual([1, 51, 55, 85, 97, 147]);
  expect([purchases, membership].map((columns) => columns.map(({ length }) => length))).toEqual([
    [50, 50, 10, 30, 30, 20, 50, 10],
    [50, 4, 30, 12, 50, 10],
  ]);
});

test('examples and the names of all states fit into their columns', () => {
  for (const { example, length } of [...purchases, ...membership]) expect(example.length).toBeLessThanOrEqual(length);
  const longest = Math.max(...states.map((state) => state.length));
  expect(longest).toBeLessThanOrEqual(purchaseColumns.stateOfInsured.length);
});
