import type { CourtCaption } from '@redress/contract/published-documents';
import { facts, feeAtMost } from '../facts.ts';

/** One of the two brand-drug settlements, for its notices and court papers. */
export interface BrandDrugSettlement {
  /** The name on the website and in the ids of the documents. */
  readonly year: string;
  readonly other: { readonly year: string; readonly fund: number; readonly maker: string };
  readonly fund: number;
  /** The drug maker that settled. */
  readonly maker: string;
  /** The name at its first mention in a document. */
  readonly makerAtFirst: string;
  /**
   * Known dates and the fee request. For the earlier settlement, only one fact is known: a court
   * order set its dates, and all of them have passed, including the deadline for claims.
   */
  readonly decision: PendingDecision | { readonly isOver: true };
}
export interface PendingDecision {
  readonly isOver: false;
  readonly claimDeadline: string;
  readonly exclusionDeadline: string;
  readonly objectionDeadline: string;
  readonly hearing: { readonly date: string; readonly time: string };
  readonly feePercent: number;
  /** An amount in dollars. */
  readonly feeAtMost: number;
}

const { brandDrug } = facts;
const newerParts = { year: brandDrug.newerYear, fund: brandDrug.newerFund, maker: 'the generic maker' };
const earlierParts = { year: brandDrug.earlierYear, fund: brandDrug.earlierFund, maker: 'the brand maker' };

/** The settlement with a generic maker, whose dates the website counts down to. */
export const newerSettlement: BrandDrugSettlement = {
  ...newerParts,
  makerAtFirst: 'one generic maker (“the generic maker”)',
  other: earlierParts,
  decision: {
    isOver: false,
    claimDeadline: brandDrug.claimDeadline,
    exclusionDeadline: brandDrug.exclusionDeadline,
    objectionDeadline: brandDrug.objectionDeadline,
    hearing: brandDrug.hearing,
    feePercent: brandDrug.feePercent,
    feeAtMost,
  },
};
/** The settlement with the brand maker. */
export const earlierSettlement: BrandDrugSettlement = {
  ...earlierParts,
  makerAtFirst: 'the maker of the brand drug (“the brand maker”)',
  other: newerParts,
  decision: { isOver: true },
};

export const courtCaption: CourtCaption = {
  court: facts.court,
  caption: facts.caption,
  docketNumber: facts.docketNumber,
};

/** Printed in a box at the top of documents that could be mistaken for real ones. */
export const demonstrationNotice =
  'This is a sample document from a demonstration website. Its companies, people and addresses are invented.';
