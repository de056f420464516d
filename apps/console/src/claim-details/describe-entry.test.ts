import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry.ts';

test('the history says why a second person declined a decision, to people who may read it', () => {
  const claim = {
    form: { id: 'consumer', version: 1, title: 'Consumer' },
    documents: [],
    notes: null,
    calls: null,
    corrections: null,
    people: {},
  };
  const describe = (details: Readonly<Record<string, string>>) =>
    describeEntry({ position: 5, at: '2025-07-01T12:00:00Z', kind: 'decision-declined', details, seal: null }, claim);
  expect(describe({ reason: 'The bill is from her clinic' })).toBe(
    'A second person declined the decision: “The bill is from her clinic”. The claim is in review again',
  );
  expect(describe({})).toBe('A second person declined the decision. The claim is in review again');
});
