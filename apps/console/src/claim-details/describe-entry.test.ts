import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry.ts';

const claim = {
  form: { id: 'consumer', version: 1, title: 'Consumer' },
  documents: [],
  notes: null,
  calls: null,
  corrections: null,
  people: { p1: 'Riley Chen' },
};

test('the history says why a second person declined a decision, to people who may read it', () => {
  const describe = (details: Readonly<Record<string, string>>) =>
    describeEntry({ position: 5, at: '2025-07-01T12:00:00Z', kind: 'decision-declined', details, seal: null }, claim);
  expect(describe({ reason: 'The bill is from her clinic.', decidedBy: 'p1' })).toBe(
    'Riley Chen declined the decision: “The bill is from her clinic”. The claim is in review again',
  );
  expect(describe({})).toBe('A second person declined the decision. The claim is in review again');
});

test('the history tells a request that was withdrawn from one that was declined, and from a decision that was undone', () => {
  const describe = (kind: string, details: Readonly<Record<string, string | boolean>>) =>
    describeEntry({ position: 5, at: '2025-07-01T12:00:00Z', kind, details, seal: null }, claim);
  expect([
    describe('decision-undone', { by: 'p1' }),
    describe('decision-undone', { by: 'p1', approval: 'a' }),
    describe('decision-declined', { approval: 'a', withdrawn: true }),
  ]).toEqual([
    'The decision was undone by Riley Chen',
    'The request for a second approval was withdrawn by Riley Chen. The claim is in review again',
    'The request for a second approval was withdrawn. The claim is in review again',
  ]);
});

test('the history says why a claim became final', () => {
  const details = { from: 'approved', to: 'final', cause: 'allocated' };
  expect(
    describeEntry({ position: 5, at: '2025-07-01T12:00:00Z', kind: 'status-changed', details, seal: null }, claim),
  ).toBe('An allocation was frozen: Approved → Final');
});

test('the history says whether the claimant or staff changed an address, and why a letter came back', () => {
  const describe = (kind: string, details: Readonly<Record<string, string>>) =>
    describeEntry({ position: 5, at: '2025-07-01T12:00:00Z', kind, details, seal: null }, claim);
  expect(describe('email-added', { source: 'claimant' })).toBe(
    'The claimant changed the email address on the status page. It is used after a hold',
  );
  expect(describe('address-added', { source: 'ncoa', by: 'p1' })).toBe(
    'A postal address was added (address update) by Riley Chen',
  );
  expect(describe('address-added', { source: 'letter', memberAddressId: '7', by: 'p1' })).toBe(
    'A postal address was added (the new address of the class member) by Riley Chen',
  );
  expect(describe('letter-returned', { letter: 'denied', cause: 'unknown', by: 'p1' })).toBe(
    'The letter “Denial” came back: unknown at this address, recorded by Riley Chen',
  );
});

test('the history names who approved, requested, reviewed or settled', () => {
  const describe = (kind: string, details: Readonly<Record<string, string | boolean>>) =>
    describeEntry({ position: 5, at: '2025-07-01T12:00:00Z', kind, details, seal: null }, claim);
  expect([
    describe('claim-decided', { outcome: 'approve', source: 'rule', by: 'p1', amount: '5.00' }),
    describe('decision-released', { approval: 'a', decidedBy: 'p1', to: 'approved' }),
    describe('decision-released', { approval: 'a', to: 'approved' }),
    describe('quality-reviewed', { by: 'p1', agrees: false }),
    describe('quality-settled', { by: 'p1', verdict: 'overturned' }),
    describe('verdict', { by: 'p1', verdict: 'genuine', second: false }),
  ]).toEqual([
    'Approved by a rule, requested by Riley Chen, $5.00',
    'The decision took effect, approved by Riley Chen: Approved',
    'The decision took effect, approved by a second person: Approved',
    'Second decision for a quality sample by Riley Chen: a different one',
    'The decision was overturned in a quality review by Riley Chen',
    'Finding by Riley Chen: genuine',
  ]);
});
