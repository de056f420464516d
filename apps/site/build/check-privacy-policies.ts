import { findMissingPassages } from '@redress/content/shared/documents/privacy-passages';
import { languages } from '@redress/contract/language';
import type { PublishedDocument } from '@redress/contract/published-documents';
import { caseIdsOf, type Settlement } from '@redress/contract/settlement';

/**
 * Finds statements that the settlement's features require and that the footers' privacy policies
 * lack. `documents` has passed `checkDocuments`.
 */
export function checkPrivacyPolicies(settlement: Settlement, documents: unknown): string[] {
  const withoutRule = caseIdsOf(settlement).filter((caseId) => settlement.retention?.[caseId] === undefined);
  if (withoutRule.length > 0)
    return withoutRule.map(
      (caseId) =>
        `retention.ts: the case "${caseId}" has no rule, and the privacy policy must say how long personal data is kept; add a rule to "retention".`,
    );
  return languages.flatMap((language) => {
    const { footer } = (language === 'en' ? settlement.site : settlement.site.translations?.[language]) ?? {};
    const policy = areDocuments(documents) && documents.find(({ id }) => id === footer?.privacyPolicy.document);
    if (!policy || policy.source.kind !== 'prose') return [];
    return findMissingPassages(settlement, language, policy.source.markdown).map(
      (missing) => `documents.ts, document "${policy.id}": ${missing}`,
    );
  });
}

const areDocuments = (value: unknown): value is readonly PublishedDocument[] => Array.isArray(value);
