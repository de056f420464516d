// The claim forms to print and mail. The questions come from forms/; the words around them are here.
import type { ClaimFormDocument, PublishedDocument } from '@redress/contract/published-documents';
import type { Line } from '@redress/forms/definition';
import { longDate } from '../../shared/formats.ts';
import { facts } from '../facts.ts';
import { dataIncidentV1 } from '../forms/data-incident.v1.ts';

/** What all forms have in common. */
const common = {
  kind: 'claim-form',
  settlement: facts.name,
  caption: `${facts.caption}, ${facts.docketNumber}`,
  deadline: `Mail this form so that it is postmarked by ${longDate(facts.deadline)}.`,
  afterDeadline: 'Claims that are mailed later are not accepted.',
  mailTo: facts.mailingAddress,
} as const satisfies Partial<ClaimFormDocument>;

const instructions = [
  'To get a payment you must file a claim, online or on paper. If you filed this claim online, do not mail this form too.',
  'Fill in the form on your screen and print it, or print it and write clearly with a black or blue pen. Sign it by hand.',
  'Fill in all sections. Questions that you need not answer say “(optional)”.',
  'Payments are made only after the court approves the settlement and all appeals are over.',
  `Do you need help? Call ${facts.phone}. The call is free.`,
] as const;

const printedItems = {
  signature: { label: 'Signature', hint: 'Sign by hand, in ink.' },
  phone1: { hint: '10 digits' },
  files: {
    label: 'Documents that you send',
    prose: ['Send copies, and keep the originals. Write your name on each copy.'],
  },
} as const;

const checklist: readonly Line[] = [
  'I answered all questions that apply to me.',
  'I put in copies of my documents, if I have some.',
  'I signed and dated the form.',
  'I made a copy of everything that I send. It is my receipt.',
  'I wrote the address below on the envelope, and put enough postage on it.',
];

export const claimFormDocuments: readonly PublishedDocument[] = [
  {
    id: 'data-incident-claim-form',
    title: 'Data incident claim form',
    language: 'en',
    source: { ...common, form: dataIncidentV1, instructions, printedRows: 8, printedItems, checklist },
  },
];
