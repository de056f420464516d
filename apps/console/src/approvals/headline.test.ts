import { expect, test } from 'vitest';
import { headlineOf } from './headline.ts';

test('the headline of an action on many claims leaves out its sums and its hash; other requests stay whole', () => {
  const what = 'Deny 2 claims with Fraudulent. Of them, 1 is late. SHA-256 of the list: 00ff.';
  expect(headlineOf({ what, bulkJob: '1' })).toBe('Deny 2 claims with Fraudulent.');
  const decision = 'Approve claim 7537734241, and recognize $1,285.09';
  expect(headlineOf({ what: decision, bulkJob: null })).toBe(decision);
});
