import { expect, test } from 'vitest';
import { findDatabaseProblem } from './migrate.ts';

test.each([
  [{ version: 140_019, encoding: 'UTF8' }, /^it is PostgreSQL 14, and Redress needs 15 or newer/],
  [{ version: 90_624, encoding: 'UTF8' }, /^it is PostgreSQL 9, and/],
  [{ version: 180_001, encoding: 'LATIN1' }, /^its encoding is LATIN1/],
])('%j is refused with the reason', (found, reason) => {
  expect(findDatabaseProblem(found)).toMatch(reason);
});

test('the oldest version that the documentation names and the newest one are supported', () => {
  expect(findDatabaseProblem({ version: 150_000, encoding: 'UTF8' })).toBeUndefined();
  expect(findDatabaseProblem({ version: 180_001, encoding: 'UTF8' })).toBeUndefined();
});
