import type { ReceiptMessages } from '@redress/contract/settlement';
import { dayAfter } from '@redress/forms/court-day';
import { facts } from './facts.ts';
import { clockTime, dollars, longDate } from '../shared/formats.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';

const { brandDrug, savingsClub } = facts;
const heading = 'Receipt for your claim';
/** The specification’s sentence about payment, for the forms that have one. */
export const relief = 'Relief is paid only after court approval and resolution of appeals.';
const review =
  'We review your claim and may ask for documents. If we reduce or reject it, we’ll tell you why, and you may ask for another review.';
const payment = 'You can be paid by payment app, direct deposit or, if you ask, paper check.';
const keep = `Keep your receipt. If you move or have questions, call ${facts.phone}.`;
const late = 'We will still review it, but the court may not allow payment.';
/**
 * Documents can be added to a filed claim only by mail, because email must not contain members'
 * purchases. The filing template says so, too.
 */
const howToFix = `To send a corrected file, mail it to the address on the claim form, with your reference number. Do not send data by email. Questions? Write to ${facts.email}.`;

/** The date of payments, as known on each day. Home says the same. */
const approval: ReceiptMessages['next'] = [
  {
    before: dayAfter(brandDrug.hearing.date),
    text: `${relief} The court decides after the hearing on ${longDate(brandDrug.hearing.date)} at ${clockTime(brandDrug.hearing.time)}.`,
  },
  {
    from: dayAfter(brandDrug.hearing.date),
    before: brandDrug.finalApproval,
    text: `${relief} The hearing was on ${longDate(brandDrug.hearing.date)}. The court has not announced its decision yet.`,
  },
  {
    from: brandDrug.finalApproval,
    text: `${relief} Final approval was announced on ${longDate(brandDrug.finalApproval)}. We’ll post payment updates on our home page.`,
  },
];

/** Receipt messages, by case. */
export const receipts: Readonly<Record<string, ReceiptMessages>> = {
  [consumerV1.caseId]: {
    settlement: 'Antidepressant Antitrust Settlement',
    caption: facts.caption,
    heading,
    late,
    next: [review, ...approval, payment, keep],
    due: {
      documents: `Your membership data. If you claim ${dollars(brandDrug.tppTransactionDataFrom)} or more, we need your transaction data too.`,
      membership: 'Your membership data: how many members you had in each state and year.',
      purchases: `Your transaction data: every purchase that you claim. We need it because you claim ${dollars(brandDrug.tppTransactionDataFrom)} or more.`,
      address: facts.mailingAddress,
    },
    howToFix,
  },
  [individualV1.caseId]: {
    settlement: 'Savings Club Settlement',
    heading,
    late,
    next: [review, `${relief} We can’t name a date yet. We’ll post payment updates on our home page.`, payment, keep],
    due: {
      documents: `Proof of what you paid, such as pharmacy receipts, a printout from your pharmacy, or insurance statements. We need it if you gave no Notice ID, or if your estimate is ${dollars(savingsClub.documentsFrom)} or more.`,
      address: facts.savingsClubMailingAddress,
    },
  },
};
