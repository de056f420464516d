// The claim forms to print and mail. The questions come from forms/; the other text is here.
import type { ClaimFormDocument, PublishedDocument } from '@redress/contract/published-documents';
import type { Line } from '@redress/forms/definition';
import { longDate } from '../../shared/formats.ts';
import { facts } from '../facts.ts';
// <consumer>
import { consumerV1 } from '../forms/consumer.v1.ts';
// </consumer>
// <data-incident>
import { dataIncidentV1 } from '../forms/data-incident.v1.ts';
// </data-incident>
// <individual>
import { individualV1 } from '../forms/individual.v1.ts';
// </individual>
// <payor>
import { payorV1 } from '../forms/payor.v1.ts';
// </payor>

/** The parts that all forms share. */
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
  'Fill in all sections. Optional questions are marked “(optional)”.',
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
  'I enclosed copies of my documents, if I have any.',
  'I signed and dated the form.',
  'I made a copy of everything that I send. It is my receipt.',
  'I wrote the address below on the envelope, and put enough postage on it.',
];

export const claimFormDocuments: readonly PublishedDocument[] = [
  // <consumer>
  {
    id: 'consumer-claim-form',
    title: 'Consumer claim form',
    language: 'en',
    source: {
      ...common,
      form: consumerV1,
      instructions,
      printedItems: { ...printedItems, amountPaid: { hint: 'Use a period for cents. For example: 1250.50' } },
      checklist,
    },
  },
  // </consumer>
  // <individual>
  {
    id: 'individual-claim-form',
    title: 'Individual claim form',
    language: 'en',
    source: { ...common, form: individualV1, instructions, printedItems, checklist },
  },
  // </individual>
  // <payor>
  {
    id: 'payor-claim-form',
    title: 'Third-party payor claim form',
    language: 'en',
    source: {
      ...common,
      form: payorV1,
      instructions,
      printedRows: 15,
      printedItems: {
        ...printedItems,
        files: {
          label: 'How to send your data',
          prose: [
            `Put the data on a USB stick, and send it with this form. Use the filing template from ${facts.website}.`,
            'If you encrypt the data, tell us the password by phone. Do not put it in the envelope.',
          ],
        },
      },
      checklist,
    },
  },
  // </payor>
  // <data-incident>
  {
    id: 'data-incident-claim-form',
    title: 'Data incident claim form',
    language: 'en',
    source: { ...common, form: dataIncidentV1, instructions, printedRows: 8, printedItems, checklist },
  },
  // </data-incident>
];
