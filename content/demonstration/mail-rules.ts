import type { MailRules } from '@redress/contract/letters';
import { facts } from './facts.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';

/** The rules for letters and for the days that claimants have to answer them. */
export const mailRules: MailRules = {
  cureDays: 30,
  disputeDays: 30,
  courtDays: 30,
  mailDays: 3,
  remailDays: 20,
  reminderDays: 10,
  contactHoldDays: 3,
  maxAttempts: 2,
  returnAddress: {
    [consumerV1.caseId]: facts.mailingAddress,
    [individualV1.caseId]: facts.savingsClubMailingAddress,
  },
};
