import type { PublishedDocument } from '@redress/contract/published-documents';
import { facts } from '../facts.ts';
import { demonstrationNoticeInSpanish, makerInSpanish } from './brand-drug-settlements.es.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { courtCaption, earlierSettlement, newerSettlement } from './brand-drug-settlements.ts';
import { longFormNoticeInSpanish } from './long-form-notice.es.ts';
import { summaryHeadlineInSpanish, summaryNoticeInSpanish } from './summary-notice.es.ts';

/** The notices of both settlements in Spanish, in the order of `englishNotices`. */
export const spanishNotices: readonly PublishedDocument[] = [newerSettlement, earlierSettlement].flatMap(noticesOf);

function noticesOf(settlement: BrandDrugSettlement): PublishedDocument[] {
  const caption = { ...courtCaption, court: facts.courtInSpanish };
  const shared = { kind: 'prose', caption, notice: demonstrationNoticeInSpanish } as const;
  return [
    {
      id: `aviso-detallado-${settlement.year}`,
      title: `Aviso detallado del acuerdo de ${settlement.year} con el ${makerInSpanish(settlement)}`,
      language: 'es',
      source: { ...shared, markdown: longFormNoticeInSpanish(settlement) },
    },
    {
      id: `aviso-resumido-${settlement.year}`,
      title: summaryHeadlineInSpanish(settlement),
      language: 'es',
      source: { ...shared, markdown: summaryNoticeInSpanish(settlement), layout: 'one-page' },
    },
  ];
}
