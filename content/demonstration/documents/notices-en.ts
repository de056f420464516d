import type { PublishedDocument } from '@redress/contract/published-documents';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { courtCaption, demonstrationNotice, earlierSettlement, newerSettlement } from './brand-drug-settlements.ts';
import { longFormNotice } from './long-form-notice.ts';
import { summaryHeadline, summaryNotice } from './summary-notice.ts';

/** The notices of both settlements in English. */
export const englishNotices: readonly PublishedDocument[] = [newerSettlement, earlierSettlement].flatMap(noticesOf);

function noticesOf(settlement: BrandDrugSettlement): PublishedDocument[] {
  const shared = { kind: 'prose', caption: courtCaption, notice: demonstrationNotice } as const;
  return [
    {
      id: `long-form-notice-${settlement.year}`,
      title: `Long-form notice of the ${settlement.year} settlement with ${settlement.maker}`,
      language: 'en',
      source: { ...shared, markdown: longFormNotice(settlement) },
    },
    {
      id: `summary-notice-${settlement.year}`,
      title: summaryHeadline(settlement),
      language: 'en',
      source: { ...shared, markdown: summaryNotice(settlement), layout: 'one-page' },
    },
  ];
}
