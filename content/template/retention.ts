// The retention periods of personal data. The privacy policy states them, and `npm run purge`
// deletes the data.
import type { Retention } from '@redress/contract/settlement';
import { facts } from './facts.ts';

export const retention: Readonly<Record<string, Retention>> = {
  [facts.caseId]: { from: facts.deadline, years: facts.yearsKept },
};
