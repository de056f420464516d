import { expect, test } from 'vitest';
import { describeAmounts, describeEnd, headlineOf, reservedOf, targetOf } from './headline.ts';

const plain = { kind: 'claim-decision', bulkJob: null, allocation: null, cluster: null };

test('the headline of many claims or an allocation leaves out lists, sums and hashes; other requests stay whole', () => {
  const what = 'Deny 2 claims with Fraudulent. Of them, 1 is late. SHA-256 of the list: 00ff.';
  expect(headlineOf({ ...plain, what, bulkJob: '1' })).toBe('Deny 2 claims with Fraudulent.');
  const letters = 'Queue 9 denial letters for “Roe v. Doe”.';
  expect(headlineOf({ ...plain, what: `${letters} SHA-256 of the list: 00ff.`, bulkJob: '1' })).toBe(letters);
  const finding = 'Record the finding “genuine” for 4 claims of cluster 51.';
  expect(headlineOf({ ...plain, what: `${finding} In a sample of 5: 5 genuine.`, cluster: '51' })).toBe(finding);
  const decision = 'Approve claim 7537734241 for $1,285.09';
  expect(headlineOf({ ...plain, what: decision })).toBe(decision);
  const freeze = 'Freeze “A” of “Roe v. Doe”: $1.50 for 1 person, as of Jun 30, 2025.';
  const details = `${freeze} Claims as of seal 7. SHA-256 00ff.`;
  expect(headlineOf({ ...plain, what: details, allocation: '1' })).toBe(freeze);
  const reserve = 'Set aside what 2 claims would get: 7537734241, 7537734242. As filed, they claim $5.00.';
  const entry = `Enter Taxes, $6.00. Order of Nov 22, 2026, docket number 317`;
  expect(headlineOf({ ...plain, kind: 'ledger-entry', what: `${entry}, SHA-256 ${'0a'.repeat(32)}.` })).toBe(
    `${entry}.`,
  );
  const exported = 'Export 65 claims with tax IDs.';
  const columns = `${exported} Form: Third-party payor. Columns: Street; Street, second line; Tax IDs.`;
  expect(headlineOf({ ...plain, kind: 'export-tax-ids', what: columns })).toBe(exported);
  expect(headlineOf({ ...plain, kind: 'reserve-claims', what: reserve })).toBe('Set aside what 2 claims would get.');
  expect(reservedOf(reserve)).toEqual({ claims: ['7537734241', '7537734242'], sums: 'As filed, they claim $5.00.' });
});

test('the end of a request is a sentence, in the past tense for decisions about claims', () => {
  const decision = 'Approve claim 7537734241 for $1,285.09';
  expect(describeEnd('approved', 'claim-decision', decision)).toBe('Approved claim 7537734241 for $1,285.09.');
  expect(describeEnd('declined', 'claim-decision', decision)).toBe(
    'Declined to approve claim 7537734241 for $1,285.09.',
  );
  expect(describeEnd('withdrawn', 'bulk-action', 'Reopen 9 claims.')).toBe('Withdrew the request to reopen 9 claims.');
  expect(describeEnd('approved', 'bulk-action', 'Reopen 9 claims.')).toBe('Approved the request to reopen 9 claims.');
});

test('a corrected amount is beside the filed one where they differ', () => {
  const filed = { amount: '1250.5000', range: null };
  const none = { amount: null, range: null };
  expect(describeAmounts(filed, none, '1250.5000')).toBe('$1,250.50 claimed → $1,250.50 recognized');
  expect(describeAmounts(filed, { ...none, amount: '100.0000' }, '90.0000')).toBe(
    '$1,250.50 claimed → $100.00 corrected → $90.00 recognized',
  );
  expect(describeAmounts(filed, filed)).toBe('$1,250.50 claimed');
  expect(describeAmounts(none)).toBe('None stated');
  const range = { from: '501.00', to: '1000.00' };
  expect(describeAmounts(filed, { amount: null, range })).toBe('$1,250.50 claimed → $501 to $1,000 corrected');
});

test('a request leads only to pages that the person can open', () => {
  const nothing = { claim: null, rule: null, bulkJob: null, cluster: null, allocation: null, fund: null };
  const bulk = { ...plain, ...nothing, bulkJob: '1' } as const;
  const fund = { ...plain, ...nothing, fund: 'brand 2025' } as const;
  expect([targetOf(bulk, () => true), targetOf(bulk, (each) => each !== 'supervise')]).toEqual(['/bulk/1', undefined]);
  expect([targetOf(fund, () => true), targetOf(fund, (each) => each !== 'fund')]).toEqual([
    '/funds/brand%202025',
    undefined,
  ]);
});
