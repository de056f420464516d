import { describeClaimFilters } from '@redress/contract/console/claim-labels';
import { claimFlags } from '@redress/contract/console/review';
import { expect, test } from 'vitest';
import { chooseFlag, chosenFlags } from './flag-choices.ts';

const none = {
  late: 'no',
  duplicate: 'no',
  machine: 'no',
  'documents-missing': 'no',
  'data-errors': 'no',
  'high-value': 'no',
  rule: 'no',
  reopened: 'no',
} as const;
const any = Object.fromEntries(claimFlags.map((flag) => [flag, undefined]));

test('“No flags” excludes every flag, replaces other choices, is replaced by another one, and has two words', () => {
  expect(chooseFlag({ late: 'yes' }, 'none')).toEqual(none);
  expect(chosenFlags(none)).toEqual(['none']);
  expect(chooseFlag(none, 'none')).toEqual(any);
  expect(chooseFlag(none, 'late yes')).toEqual({ ...any, late: 'yes' });
  expect(chooseFlag({ late: 'yes' }, 'late yes')).toEqual({ late: undefined });
  expect(chosenFlags({ late: 'no', machine: 'yes' })).toEqual(['late no', 'machine yes']);
  expect(describeClaimFilters(none, { cases: [], forms: [] })).toEqual(['No flags']);
});
