import type { DocumentDate, PublishedDocument } from '@redress/contract/published-documents';
import { facts } from '../facts.ts';
import type { BrandDrugSettlement } from './brand-drug-settlements.ts';
import { courtCaption, demonstrationNotice, earlierSettlement, newerSettlement } from './brand-drug-settlements.ts';
import {
  complaint,
  declaration,
  finalApprovalOrder,
  letterOrder,
  memorandum,
  preliminaryApprovalOrder,
  proposedOrder,
} from './court-specimens.ts';
import { planOfAllocation } from './plan-of-allocation.ts';
import { settlementAgreement } from './settlement-agreement.ts';

const specimenNotice =
  'Specimen, part of a demonstration. This page shows what such a paper says. In a real case, the original that was filed with the court takes its place.';

/** The court papers of both settlements, in procedural order. */
export const courtDocuments: readonly PublishedDocument[] = [newerSettlement, earlierSettlement].flatMap(documentsOf);

function documentsOf(settlement: BrandDrugSettlement): PublishedDocument[] {
  const { decision, maker, year } = settlement;
  const specimen = (kind: string, title: string, markdown: string, date?: DocumentDate): PublishedDocument => ({
    id: `${kind}-${year}`,
    title,
    language: 'en',
    ...(date && { date }),
    source: { kind: 'prose', caption: courtCaption, notice: specimenNotice, markdown, layout: 'one-page' },
  });
  return [
    specimen('complaint', `Complaint against ${maker} (${year} settlement)`, complaint(settlement)),
    specimen('declaration', `Declaration in support of the ${year} settlement`, declaration(settlement)),
    specimen('proposed-order', `Proposed order on the ${year} settlement`, proposedOrder(settlement)),
    specimen('settlement-agreement', `Settlement agreement with ${maker} (${year})`, settlementAgreement(settlement)),
    specimen('memorandum', `Memorandum in support of the ${year} settlement`, memorandum(settlement)),
    {
      id: `plan-of-allocation-${year}`,
      title: `Plan of allocation of the ${year} settlement`,
      language: 'en',
      source: {
        kind: 'prose',
        caption: courtCaption,
        notice: demonstrationNotice,
        markdown: planOfAllocation(settlement),
      },
    },
    specimen(
      'preliminary-approval-order',
      `Preliminary approval order on the ${year} settlement`,
      preliminaryApprovalOrder(settlement),
    ),
    ...(decision.isOver
      ? []
      : [
          specimen(
            'letter-order',
            'Letter order moving the final approval hearing',
            letterOrder(decision, settlement),
            {
              day: decision.hearing.date,
              event: 'hearing',
            },
          ),
        ]),
    specimen(
      'final-approval-order',
      `Final approval order on the ${year} settlement`,
      finalApprovalOrder(settlement),
      // Only the newer settlement's approval has a known date.
      decision.isOver ? undefined : { day: facts.brandDrug.finalApproval, event: 'announced' },
    ),
  ];
}
