import { expect, test } from 'vitest';
import { claimFacts } from './data-file-expectations.ts';
import { dataFiles } from '../fixtures/sample-settlement.ts';

test('compares the name of a filer who files for itself', () => {
  expect(claimFacts(dataFiles, { filer: 'Company', company: ' Example Plan ', total: '412500.75' })).toEqual({
    filer: 'class-member',
    members: ['Example Plan'],
    amountClaimed: '412500.75',
    purchasesDueFrom: 300_000,
  });
});

test('compares the nonblank names in an agent’s rows', () => {
  const members = [{ memberName: 'Plan One' }, { memberName: '' }, {}, { memberName: 'Plan Two' }];
  expect(claimFacts(dataFiles, { filer: 'Agent', members, company: 'Agent Inc' })).toMatchObject({
    filer: 'agent',
    members: ['Plan One', 'Plan Two'],
  });
});

test.each(['', '412,500', '412500.', '12.34567', 'abc'])(
  'leaves out the incomplete or invalid amount "%s"',
  (total) => {
    expect(claimFacts(dataFiles, { filer: 'Company', total })).not.toHaveProperty('amountClaimed');
  },
);
