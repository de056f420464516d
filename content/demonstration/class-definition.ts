import type { Line } from '@redress/forms/definition';
import { facts } from './facts.ts';

const { brandDrug } = facts;

/** The class of the brand-drug settlement, for its forms. */
export const brandDrugStates = `${brandDrug.states.join(', ')}.`;

export const brandDrugExclusions = [
  'the drug makers, and the companies they own or belong to;',
  'state and local governments;',
  'those who bought the drug to sell it again, or bought it directly from a drug maker;',
  'fully insured health plans, and pharmacy benefit managers;',
  'a pharmacy chain’s related groups;',
  'the judges of this case and their immediate families;',
  'anyone who asked to be excluded from the settlement.',
] as const satisfies readonly Line[];

export const claimedBefore = `If you already filed a claim in the ${brandDrug.earlierYear} settlement, you do not need to file again. That claim counts for both.`;
