import { documents } from '@redress/content/documents';
import { settlement } from '@redress/content/settlement';
import { expect, test } from 'vitest';
import { checkPrivacyPolicies } from './check-privacy-policies.ts';

const id = settlement.site.footer.privacyPolicy.document;
const withPolicy = (markdown: string) =>
  documents.map((document) =>
    document.id === id ? { ...document, source: { kind: 'prose' as const, markdown } } : document,
  );

test('the policies of the settlement say all they must', () => {
  expect(checkPrivacyPolicies(settlement, documents)).toEqual([]);
});

test('another policy is named by its document, with what it does not say, why, and what to write', () => {
  const problems = checkPrivacyPolicies(settlement, withPolicy('We keep your answers.'));
  expect(problems.length).toBeGreaterThan(15);
  expect(problems).toContain(
    `documents.ts, document "${id}": it does not say that a claim filed without JavaScript is marked (every website needs it); write, for example: A claim filed without JavaScript is marked too.`,
  );
});

test('a case without a retention rule is named, because no policy could say how long its data is kept', () => {
  const [form] = settlement.claimForms;
  expect(checkPrivacyPolicies({ ...settlement, claimForms: form ? [form] : [], retention: {} }, documents)).toEqual([
    `retention.ts: the case "${form?.caseId}" has no rule, and the privacy policy must say how long personal data is kept; add a rule to "retention".`,
  ]);
});
