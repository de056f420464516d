// The rules for decisions: legal defaults, for counsel to confirm. Claimants read the reasons in
// letters; general ones are in ../shared/review-reasons.ts. Add those of your case here.
import type { ReviewRules } from '@redress/contract/review-rules';
import { generalReasons } from '../shared/review-reasons.ts';
// <consumer>
import { consumerV1 } from './forms/consumer.v1.ts';
// </consumer>
// <data-incident>
import { facts } from './facts.ts';
import { dataIncidentV1 } from './forms/data-incident.v1.ts';
// </data-incident>
// <individual>
import { individualV1 } from './forms/individual.v1.ts';
import { dollarsOfRanges } from './lists/amount-ranges.ts';
// </individual>
// <payor>
import { payorV1 } from './forms/payor.v1.ts';
// </payor>

export const review: ReviewRules = {
  // From this many dollars on, a second person approves, and the console flags the claim.
  secondPersonFrom: 10_000,
  highValueFrom: 10_000,
  // The recognized part of a claim, by form, and the pool of funds.ts that pays it.
  recognized: {
    // <consumer>
    [consumerV1.id]: { rule: 'claimed', pool: 'class-members' },
    // </consumer>
    // <individual>
    [individualV1.id]: {
      rule: 'range',
      field: 'amountRange',
      ranges: dollarsOfRanges,
      suggest: 'middle',
      pool: 'class-members',
    },
    // </individual>
    // <payor>
    [payorV1.id]: { rule: 'claimed', pool: 'class-members' },
    // </payor>
    // <data-incident>
    [dataIncidentV1.id]: {
      rule: 'losses',
      losses: { rows: 'losses', amount: 'lossAmount', atMost: facts.losses.atMost },
      hours: { field: 'hoursLost', rate: facts.losses.dollarsPerHour, atMost: facts.losses.hours },
      pool: 'class-members',
    },
    // </data-incident>
  },
  reasons: generalReasons,
};
