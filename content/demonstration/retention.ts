import type { Retention } from '@redress/contract/settlement';
import { facts } from './facts.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';

/**
 * The retention periods of personal data, by case. The privacy policies
 * (`documents/privacy-policy*.ts`) describe them. Class members are deleted with all their
 * addresses, and requests for lost IDs with their answers.
 */
export const retention: Readonly<Record<string, Retention>> = {
  [consumerV1.caseId]: { from: facts.brandDrug.claimDeadline, years: facts.yearsKept },
  [individualV1.caseId]: { from: facts.savingsClub.claimDeadline, years: facts.yearsKept },
};
