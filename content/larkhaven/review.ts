// How claims are decided: legal defaults, for counsel to confirm. The reasons are what claimants
// read in letters; general ones are in ../shared/review-reasons.ts. Add those of your case here.
import type { ReviewRules } from '@redress/contract/review-rules';
import { generalReasons } from '../shared/review-reasons.ts';
import { facts } from './facts.ts';
import { dataIncidentV1 } from './forms/data-incident.v1.ts';

export const review: ReviewRules = {
  // Days that a claimant has to send what is missing, and more days for a letter.
  cureDays: 30,
  mailDays: 3,
  // In dollars: from here on a second person approves, and the console flags the claim.
  secondPersonFrom: 10_000,
  highValueFrom: 10_000,
  // How much of a claim counts, by form. A pool is money that its claims share.
  recognized: {
    [dataIncidentV1.id]: {
      rule: 'losses',
      losses: { rows: 'losses', amount: 'lossAmount', atMost: facts.losses.atMost },
      hours: { field: 'hoursLost', rate: facts.losses.dollarsPerHour, atMost: facts.losses.hours },
      pool: 'data-incident',
    },
  },
  reasons: generalReasons,
};
