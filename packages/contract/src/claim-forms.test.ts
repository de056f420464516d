import { expect, test } from 'vitest';
import { newestVersionOf } from './claim-forms.ts';
import { claimForm } from '../fixtures/sample-settlement.ts';

const version = (id: string, number: number) => claimForm({ id, version: number });

test('the newest version has the highest number, in any order', () => {
  const forms = [version('loss', 2), version('loss', 10), version('gain', 11), version('loss', 9)];
  expect(newestVersionOf(forms, 'loss')?.version).toBe(10);
  expect(newestVersionOf(forms, 'gain')?.version).toBe(11);
});

test('an unknown form has no version', () => {
  expect(newestVersionOf([version('loss', 1)], 'gain')).toBeUndefined();
});
