// The text of the receipt and the completion page after a claim is filed.
import type { ReceiptMessages } from '@redress/contract/settlement';
import { dayAfter } from '@redress/forms/court-day';
import { clockTime, longDate } from '../shared/formats.ts';
import { facts } from './facts.ts';

export const relief = 'Payments are made only after the court approves the settlement and appeals are over.';
const hearing = longDate(facts.hearing.date);

export const receipts: Readonly<Record<string, ReceiptMessages>> = {
  [facts.caseId]: {
    settlement: facts.name,
    caption: facts.caption,
    heading: 'Receipt for your claim',
    next: [
      'We review your claim and may ask for documents. If we reduce or reject it, we’ll tell you why, and you may ask for another review.',
      {
        before: dayAfter(facts.hearing.date),
        text: `${relief} The court decides after the hearing on ${hearing} at ${clockTime(facts.hearing.time)}.`,
      },
      // Once the court has decided, describe its decision and the date of payment here.
      {
        from: dayAfter(facts.hearing.date),
        text: `${relief} The hearing was on ${hearing}. We’ll post news about payments on our home page.`,
      },
      `Keep your receipt. If you move or have questions, call ${facts.phone}.`,
    ],
    // The parts that a claim may lack, and the address to send them to.
    due: {
      documents: 'Documents that show what you claim, such as receipts, bills or statements.',
      // <data-files>
      membership: 'Your membership data: how many members you had in each state and year.',
      purchases: 'Your transaction data: every purchase that you claim.',
      // </data-files>
      address: facts.mailingAddress,
    },
    // <data-files>
    howToFix: `To send a corrected file, mail it to the address on the claim form, with your reference number. Do not send data by email. Questions? Write to ${facts.email}.`,
    // </data-files>
  },
};
