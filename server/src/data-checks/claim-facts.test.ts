import type { DataFiles } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { claimFactsOf } from './claim-facts.ts';

const dataFiles: DataFiles = {
  maxBytes: 1,
  types: ['csv'],
  amount: 'total',
  purchasesDueFrom: 300_000,
  agent: { when: { field: 'filer', is: 'Agent' }, rows: 'plans', name: 'planName' },
  ownName: 'company',
};

test('a class member is compared by its own name', () => {
  expect(claimFactsOf(dataFiles, { filer: 'Company', company: 'Alder Plan', total: '12.5' })).toEqual({
    filer: 'class-member',
    members: ['Alder Plan'],
    amountClaimed: '12.5',
    purchasesDueFrom: 300_000,
  });
});

test('an agent is compared by the names of its rows, whatever stands elsewhere', () => {
  const plans = [{ planName: 'Birch Fund' }, { planName: 'Cedar Fund' }, {}];
  expect(claimFactsOf(dataFiles, { filer: 'Agent', company: 'Agency', plans })).toEqual({
    filer: 'agent',
    members: ['Birch Fund', 'Cedar Fund'],
    purchasesDueFrom: 300_000,
  });
});
