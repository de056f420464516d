// How long personal data is kept. The privacy policy says the same; `npm run purge` deletes it.
import type { Retention } from '@redress/contract/settlement';
import { facts } from './facts.ts';

export const retention: Readonly<Record<string, Retention>> = {
  [facts.caseId]: { from: facts.deadline, years: facts.yearsKept },
};
