import type { PublishedDocument } from '@redress/contract/published-documents';
import type { Line, TypedField } from '@redress/forms/definition';
import { facts } from '../facts.ts';
import { dollars, listed, longDate } from '../../shared/formats.ts';
import { consumerV1 } from '../forms/consumer.v1.ts';
import { individualV1 } from '../forms/individual.v1.ts';
import { disputes, requiredData } from '../forms/tpp-sections.ts';
import { tppV2 } from '../forms/tpp.v2.ts';
import { lateClaimsOnPaper } from '../late-claims.ts';
import { printedDeclaration } from './printed-declaration.ts';

const { brandDrug, savingsClub } = facts;

const payment =
  'Payments are made only after the court approves the settlement and all appeals are resolved. You can be paid through a payment app or by direct deposit. If you ask for it, you get a paper check.';
const byHand =
  'Fill in the form on your screen and print it, or print it and write clearly with a black or blue pen. Sign it by hand.';
const oneWay = 'If you filed this claim online, do not mail this form too.';
const help = `Do you need help? Call ${facts.phone}. The call is free.`;

const amountHint = 'Use a period for cents. For example: 1250.50';
const signature = { label: 'Signature', hint: 'Sign by hand, in ink.' } as const;

const lastChecks: readonly Line[] = [
  'I signed and dated the form.',
  'I made a copy of everything that I send. It is my receipt.',
  'I wrote the address below on the envelope, and put enough postage on it.',
];

/** On the website, the login asks for it. */
export const printedNoticeId = {
  kind: 'code',
  name: 'noticeId',
  label: 'Notice ID, if you have one',
  hint: '9 digits. It is printed on the notice that we sent you. You can file without it.',
  keyboard: 'numeric',
  rules: [
    { rule: 'min', than: 9, message: 'This field must be at least 9 digits' },
    { rule: 'max', than: 9, message: 'This field must not be at greater 9 digits' },
  ],
} as const satisfies TypedField;

/** The printed claim forms. */
export const claimFormDocuments: readonly PublishedDocument[] = [
  {
    id: 'consumer-claim-form',
    title: 'Consumer claim form',
    language: 'en',
    source: {
      kind: 'claim-form',
      form: consumerV1,
      settlement: 'Antidepressant Antitrust Settlement',
      caption: `${facts.caption}, ${facts.docketNumber}`,
      deadline: `Mail this form so that it is postmarked by ${longDate(brandDrug.claimDeadline)}.`,
      afterDeadline: lateClaimsOnPaper,
      mailTo: facts.mailingAddress,
      instructions: [
        'This form is for people who paid for the brand drug, or for an AB-rated generic, for themselves or their family. Health plans and companies use the third-party payor claim form.',
        `The drug comes in extended-release capsules of ${listed(brandDrug.strengthsInMilligrams)} mg.`,
        `To get a payment you must file a claim, online or on paper. ${oneWay}`,
        byHand,
        'Fill in all five sections, A to E. Optional questions are marked “(optional)”.',
        payment,
        help,
      ],
      extraFields: [printedNoticeId],
      printedSections: { E: printedDeclaration(consumerV1) },
      printedItems: {
        signature: { label: 'Signature', hint: 'The claimant, or the agent or representative, signs in ink.' },
        state: { hint: 'Where you live now.' },
        phone1: { hint: '10 digits' },
        repealerStateTotalAmountPaid: { hint: amountHint },
        files: {
          label: 'Documents that you send',
          prose: ['Send copies, and keep the originals. Write your name on each copy.'],
        },
      },
      checklist: [
        'I answered the questions in Sections A, B and C.',
        'I enclosed copies of my documents, if I have any.',
        ...lastChecks,
      ],
    },
  },
  {
    id: 'tpp-claim-form',
    title: 'Third-party payor claim form',
    language: 'en',
    source: {
      kind: 'claim-form',
      form: tppV2,
      settlement: 'Antidepressant Antitrust Settlement',
      caption: `${facts.caption}, ${facts.docketNumber}`,
      deadline: `Claims must be postmarked or received by ${longDate(brandDrug.claimDeadline)}.`,
      afterDeadline: lateClaimsOnPaper,
      mailTo: facts.mailingAddress,
      instructions: [
        'A third-party payor (TPP) is a company, an insurer or a health plan that pays for its members’ drugs. A TPP that is a class member may file a claim. So may its authorized agent.',
        {
          list: [
            'A class member fills in Section A. An agent fills in Section B. Never fill in both.',
            'Everyone fills in Sections C, D and E.',
            'If a class member and its agent both file, only the class member’s own form counts.',
            'An agent needs each class member’s written authorization first. We may ask for proof.',
            'An agent may file one form for each class member, or one form for all of them.',
            'A class member that is an agent too files two forms: one for itself, one as an agent.',
            `If you filed a claim in the ${brandDrug.earlierYear} settlement, you do not need to file again.`,
          ],
        },
        `${byHand} ${oneWay}`,
        payment,
        help,
      ],
      printedRows: 15,
      printedSections: {
        E: printedDeclaration(tppV2),
        D: {
          prose: [
            ...requiredData,
            'Send Excel files (.xlsx), or text files (.txt, .csv): pipe-, tab- or comma-delimited, or fixed-width.',
            disputes,
          ],
        },
      },
      printedItems: {
        signature: { label: 'Signature of the person filing', hint: signature.hint },
        classMembers: { hint: 'A FEIN is a company’s federal tax ID. Write its 9 digits without the hyphen.' },
        repealerStateTotalAmountPaid: { hint: 'Use a period for cents. For example: 412500.75' },
        files: {
          label: 'How to send your data',
          prose: [
            'Put the data on a disc or a USB stick, and send it with this form. Please do these things:',
            {
              list: [
                `Use the TPP filing template from ${facts.website}, or name the columns as above.`,
                'Write the name and the tax ID of the company or agent on the disc or stick.',
                'If you encrypt the data, tell us the password by phone. Do not put it in the envelope.',
                'Keep a copy of the data.',
              ],
            },
            'Do you want your data checked at once? File online instead: the website checks it while you wait.',
          ],
        },
      },
      checklist: [
        'I filled in Section A or Section B, not both, and the total amount in Section C.',
        'As an agent, I listed each class member with its FEIN.',
        `I enclosed membership data, and transaction data if I claim ${dollars(brandDrug.tppTransactionDataFrom)} or more.`,
        ...lastChecks,
      ],
    },
  },
  {
    id: 'savings-club-claim-form',
    title: 'Individual claim form, savings club settlement',
    language: 'en',
    source: {
      kind: 'claim-form',
      form: individualV1,
      settlement: 'Savings Club Settlement',
      deadline: `Mail this form so that it is postmarked by ${longDate(savingsClub.claimDeadline)}.`,
      afterDeadline: lateClaimsOnPaper,
      mailTo: facts.savingsClubMailingAddress,
      instructions: [
        'This form is for people who paid for prescriptions at the pharmacy chain and used insurance for them. It is not for the antidepressant settlement, which has its own forms.',
        `You need no notice to file. ${oneWay}`,
        byHand,
        'Fill in all five sections, A to E. Optional questions are marked “(optional)”.',
        payment,
        help,
      ],
      printedSections: {
        E: printedDeclaration(individualV1),
        D: {
          title: 'Your Documents',
          prose: [
            `You need no documents if you have a Notice ID and your estimate is under ${dollars(savingsClub.documentsFrom)}.`,
            `You must send documents if you have no Notice ID, or if your estimate is ${dollars(savingsClub.documentsFrom)} or more. Send proof of what you paid: pharmacy receipts, a print-out from your pharmacy, or statements from your insurance.`,
            'If your claim is reduced or rejected, we will tell you why, and you may ask for another review.',
          ],
        },
      },
      printedItems: {
        signature,
        agentSignature: {
          label: 'Signature of the agent or legal representative',
          hint: 'Only if someone files for the claimant. Sign by hand, in ink.',
        },
        noticeId: { hint: '9 digits, if you got a notice.' },
        phone1: { hint: '10 digits' },
        email: { hint: 'So that we can write to you about your claim.' },
        files: {
          label: 'Documents that you send',
          prose: ['Send copies, and keep the originals. Write your name on each copy.'],
        },
      },
      checklist: [
        'I answered the questions in Sections A, B and C.',
        `I enclosed copies of my documents. They are needed if I have no Notice ID, or if my estimate is ${dollars(savingsClub.documentsFrom)} or more.`,
        ...lastChecks,
      ],
    },
  },
];
