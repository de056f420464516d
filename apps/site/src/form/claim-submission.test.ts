import { claimForm } from '@redress/contract/fixtures/sample-settlement';
import { afterEach, expect, test, vi } from 'vitest';
import { createFormStore } from '../fields/form-store.ts';
import { showFallback } from '../islands/fallback.ts';
import { formEn } from '../messages/form-en.ts';
import { createClaimSubmission } from './claim-submission.ts';

afterEach(() => vi.unstubAllGlobals());

function readFallback(): string | null {
  const island = { className: '', setAttribute() {}, textContent: '' };
  showFallback(island);
  return island.textContent;
}

test('a page that breaks shows the number of a filed claim, but not while another is filled in', () => {
  vi.stubGlobal('document', { querySelector: () => null });
  const form = claimForm();
  const submission = createClaimSubmission({
    form,
    store: createFormStore(form),
    uploads: undefined,
    messages: formEn,
    loadAfterSubmit: () => Promise.resolve(undefined),
    hasAsked: false,
    onComplete() {},
  });
  submission.finish({ claimNumber: '1234567897', dateCreated: '2025-01-01T12:00:00Z' });
  expect(readFallback()).toContain('1234567897');
  submission.startNewClaim();
  expect(readFallback()).toBe(formEn.rows.notLoaded);
});
