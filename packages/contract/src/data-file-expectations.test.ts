import type { DataFiles } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { claimFacts } from './data-file-expectations.ts';

const dataFiles: DataFiles = {
  maxBytes: 1_000,
  types: ['csv'],
  amount: 'total',
  purchasesDueFrom: 300_000,
  agent: { when: { field: 'filer', is: 'Agent' }, rows: 'members', name: 'memberName' },
  ownName: 'company',
};

test('a filer for itself is compared by its own name', () => {
  expect(claimFacts(dataFiles, { filer: 'Company', company: ' Example Plan ', total: '412500.75' })).toEqual({
    filer: 'class-member',
    members: ['Example Plan'],
    amountClaimed: '412500.75',
    purchasesDueFrom: 300_000,
  });
});

test('an agent is compared by the names in its rows, those that are typed', () => {
  const members = [{ memberName: 'Plan One' }, { memberName: '' }, {}, { memberName: 'Plan Two' }];
  expect(claimFacts(dataFiles, { filer: 'Agent', members, company: 'Agent Inc' })).toMatchObject({
    filer: 'agent',
    members: ['Plan One', 'Plan Two'],
  });
});

test.each(['', '412,500', '412500.', '12.34567', 'abc'])('an amount that is typed as "%s" is none yet', (total) => {
  expect(claimFacts(dataFiles, { filer: 'Company', total })).not.toHaveProperty('amountClaimed');
});
