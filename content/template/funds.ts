// The plan of allocation: the settlement fund, and who shares in it. Have counsel confirm it.
// Amounts are dollars. Shares are basis points, hundredths of a percent. docs/new-case.md explains it.
import type { Fund } from '@redress/contract/funds';
import { facts } from './facts.ts';

export const funds: readonly Fund[] = [
  {
    // Names the fund in the database. Never change it once money is allocated.
    id: 'settlement-fund',
    version: 1,
    caseId: facts.caseId,
    title: {
      en: facts.name,
      // <spanish>
      es: facts.nameInSpanish,
      // </spanish>
    },
    amount: facts.fund,
    // Higher fees of the lawyers are refused.
    feeAtMost: Math.round(facts.feePercent * 100),
    pools: [
      {
        // review.ts names it for each form.
        id: 'class-members',
        title: {
          en: 'Class members',
          // <spanish>
          es: 'Miembros de la clase',
          // </spanish>
        },
        share: 10_000,
        // Claims share the money in proportion to their recognized amounts, and get no more than those.
        weight: 'recognized-amount',
        capMultiple: 1,
        taxReporting: 'none',
      },
    ],
  },
];
