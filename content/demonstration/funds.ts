import type { Fund } from '@redress/contract/funds';
import { facts, pools } from './facts.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';

const { brandDrug, savingsClub } = facts;

/** Basis points. The fees of the earlier settlement are unknown, so the newer one’s limit guards it. */
const feeAtMost = brandDrug.feePercent * 100;
/** The plan leaves the minimum payment to the court’s order. These dollars are an assumption. */
const minimum = 5;
/** The opinion is invented, as all papers of the demonstration are. */
const taxOpinion = '2025-10-01';

/** Both brand-drug funds pay the same claims by the same plan. */
const brandDrugPools: Fund['pools'] = [
  {
    id: 'third-party-payors',
    title: { en: 'TPP pool', es: 'Parte de los terceros pagadores' },
    share: pools.thirdPartyPayors * 100,
    minimum,
    overflow: 'consumers',
    weight: 'recognized-amount',
    taxReporting: '1099-misc',
    taxOpinion,
  },
  {
    id: 'consumers',
    title: { en: 'Consumer pool', es: 'Parte de los consumidores' },
    share: pools.consumers * 100,
    minimum,
    overflow: 'third-party-payors',
    weight: 'recognized-amount',
    // Consumers get back a part of what they paid.
    taxReporting: 'none',
    taxOpinion,
  },
];

/** Dollars, about a tenth of what the claimant paid. */
const amountsByRange = {
  '$1-$500': 25,
  '$501-$1,000': 75,
  '$1,001-$5,000': 300,
  '$5,001-$9,999': 750,
  '$10,000 or more': 1_000,
} as const satisfies Readonly<Record<(typeof savingsClub.outOfPocketRanges)[number], number>>;

/** The plan of allocation of each fund (`documents/plan-of-allocation.ts` publishes it). */
export const funds: readonly Fund[] = [
  {
    id: `brand-drug-${brandDrug.earlierYear}`,
    version: 1,
    caseId: consumerV1.caseId,
    title: {
      en: `${brandDrug.earlierYear} settlement with the brand maker`,
      es: `Acuerdo de ${brandDrug.earlierYear} con el fabricante de la marca`,
    },
    amount: brandDrug.earlierFund,
    feeAtMost,
    pools: brandDrugPools,
  },
  {
    id: `brand-drug-${brandDrug.newerYear}`,
    version: 1,
    caseId: consumerV1.caseId,
    title: {
      en: `${brandDrug.newerYear} settlement with the generic maker`,
      es: `Acuerdo de ${brandDrug.newerYear} con el fabricante del genérico`,
    },
    amount: brandDrug.newerFund,
    feeAtMost,
    pools: brandDrugPools,
  },
  {
    // The specification gives neither a fund nor a plan. These are assumptions, which no page
    // shows: the fund of a comparable case, and a fixed amount for each range.
    id: 'savings-club',
    version: 1,
    caseId: individualV1.caseId,
    title: { en: 'Savings club settlement', es: 'Acuerdo del club de ahorros' },
    amount: 100_000_000,
    feeAtMost,
    pools: [
      {
        id: 'savings-club',
        title: { en: 'Individuals', es: 'Personas' },
        share: 10_000,
        weight: { amounts: amountsByRange },
        // Money that remains raises the amounts, at most to twice as much.
        capMultiple: 2,
        taxReporting: 'none',
        taxOpinion,
      },
    ],
  },
];
