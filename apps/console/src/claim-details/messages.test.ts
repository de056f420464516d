import { expect, test } from 'vitest';
import { describeDispute, describeStatus } from './messages.ts';

test('a claim is called complete only if nothing that the claimant was asked for is missing', () => {
  expect(describeStatus('ready', { due: [] })).toBe('Filed and complete. Ready for a decision.');
  expect(describeStatus('ready', { due: ['Send your data file.'] })).toBe(
    'Ready for a decision, although not everything that the claimant was asked for has arrived.',
  );
  expect(describeStatus('denied', { due: ['Send your data file.'] })).toBe('The claim is denied.');
});

test('the facts have what an open dispute says, and no decided one', () => {
  const open = { grounds: ['The amount is wrong', 'Another reason'], statement: 'I paid $900.', outcome: null };
  expect(describeDispute([open])).toBe('The amount is wrong; Another reason: I paid $900.');
  expect(describeDispute([{ ...open, outcome: 'upheld' }])).toBeUndefined();
});
