import { beforeEach, expect, it } from 'vitest';
import {
  completeNativeSubmission,
  holdsClaim,
  readDraft,
  readSubmission,
  storeClaimant,
  storeDraft,
  storeSubmission,
} from './storage.ts';
import { stubSessionStorage } from '../../fixtures/session-storage.ts';

const claim = { claimNumber: '1234567897', dateCreated: '2025-07-17T15:30:00.000Z' };

beforeEach(stubSessionStorage);

it('keeps the draft of another natively submitted form when this one is filed', () => {
  for (const form of ['one', 'other']) {
    storeSubmission(form, { key: `key-of-${form}`, posted: true });
    storeDraft(form, 1, { name1: form });
  }
  completeNativeSubmission('one', claim);
  expect(readSubmission('one')).toMatchObject({ key: 'key-of-one', claim });
  expect(readDraft('one', 1)).toBeUndefined();
  expect(readSubmission('other')).toMatchObject({ key: 'key-of-other', posted: true });
  expect(readDraft('other', 1)).toEqual({ name1: 'other' });
});

it('keeps the draft of a new claim while the last one is on the screen', () => {
  storeSubmission('one', { key: 'another-key' });
  storeDraft('one', 1, { name1: 'Ana' });
  completeNativeSubmission('one', claim);
  expect(readSubmission('one')?.claim).toBeUndefined();
  expect(readDraft('one', 1)).toEqual({ name1: 'Ana' });
});

it('ignores the draft of another version of the form', () => {
  storeDraft('one', 1, { name1: 'Ana' });
  expect(readDraft('one', 2)).toBeUndefined();
  expect(readDraft('one', 1)).toEqual({ name1: 'Ana' });
});

it('knows that a full storage holds the earlier claim instead of this one', () => {
  storeClaimant({ ...claim, claimNumber: '8001583106' });
  sessionStorage.setItem = () => {
    throw new DOMException('It is full.', 'QuotaExceededError');
  };
  storeClaimant(claim);
  expect(holdsClaim(claim)).toBe(false);
  expect(holdsClaim({ ...claim, claimNumber: '8001583106' })).toBe(true);
});
