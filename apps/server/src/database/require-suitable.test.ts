import { expect, test } from 'vitest';
import { findUnsuitable } from './require-suitable.ts';

test.each([
  [{ version: 140_019, encoding: 'UTF8' }, /^it is PostgreSQL 14, and Redress needs 15 or newer/],
  [{ version: 90_624, encoding: 'UTF8' }, /^it is PostgreSQL 9, and/],
  [{ version: 180_001, encoding: 'LATIN1' }, /^its encoding is LATIN1/],
])('%j is refused, and why', (found, reason) => {
  expect(findUnsuitable(found)).toMatch(reason);
});

test('the oldest that the README names, and the newest, are taken', () => {
  expect(findUnsuitable({ version: 150_000, encoding: 'UTF8' })).toBeUndefined();
  expect(findUnsuitable({ version: 180_001, encoding: 'UTF8' })).toBeUndefined();
});
