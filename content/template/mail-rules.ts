// The rules for letters: legal defaults, for counsel to confirm. Days are calendar days.
import type { MailRules } from '@redress/contract/letters';
import { facts } from './facts.ts';

export const mailRules: MailRules = {
  // From the day on which a letter is mailed, to send missing parts and to dispute a decision.
  cureDays: 30,
  disputeDays: 30,
  courtDays: 30,
  // Additional days for a letter by post, and the days that remain after it is mailed again.
  mailDays: 3,
  remailDays: 20,
  // A reminder is due this many days before the last day.
  reminderDays: 10,
  contactHoldDays: 3,
  // A letter that comes back is mailed again until there were this many attempts.
  maxAttempts: 2,
  // Printed on letters, and behind the upper window of their envelopes.
  returnAddress: { [facts.caseId]: facts.mailingAddress },
};
