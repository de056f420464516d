import type { ClaimForm } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { newestVersionOf } from './claim-forms.ts';

const version = (id: string, number: number): ClaimForm => ({
  id,
  version: number,
  title: id,
  caseId: 'case',
  resource: id,
  referencePrefix: 'R',
  deadline: '2031-01-01',
  timeZone: 'UTC',
  afterDeadline: 'close',
  login: 'none',
  maxBodyBytes: 1,
  sections: [],
});

test('the newest version has the highest number, in any order', () => {
  const forms = [version('loss', 2), version('loss', 10), version('gain', 11), version('loss', 9)];
  expect(newestVersionOf(forms, 'loss')?.version).toBe(10);
  expect(newestVersionOf(forms, 'gain')?.version).toBe(11);
});

test('an unknown form has no version', () => {
  expect(newestVersionOf([version('loss', 1)], 'gain')).toBeUndefined();
});
