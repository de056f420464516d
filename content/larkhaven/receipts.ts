// What the receipt and the completion page say once a claim is filed.
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
      // Once the court has decided, say here what it decided and when you will pay.
      {
        from: dayAfter(facts.hearing.date),
        text: `${relief} The hearing was on ${hearing}. We’ll post news about payments on our home page.`,
      },
      `Keep your receipt. If you move or have questions, call ${facts.phone}.`,
    ],
    // What a claim may still need, and where to send it.
    due: {
      documents: 'Documents that show what you claim, such as receipts, bills or statements.',
      address: facts.mailingAddress,
    },
  },
};
