import type { ReceiptMessages } from '@redress/contract/settlement';
import { facts } from './facts.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';

const heading = 'Receipt for your claim';
const payment = 'Payments are made only after the court approves the settlement and all appeals are resolved.';
const review =
  'We check every claim. We may ask you for documents. If your claim is reduced or rejected, we tell you why, and you may ask for another review.';
const keep = `Keep this receipt. If you move, or if you have a question, call ${facts.phone} and give your reference number.`;
/**
 * Documents can be added to a filed claim only by mail, because email must not carry what members
 * bought. The filing template says so, too.
 */
const howToFix = `To send a corrected file, mail it to the address on the claim form, with your reference number. Do not send data by email. Questions? Write to ${facts.email}.`;

/** Receipt messages, by case. */
export const receipts: Readonly<Record<string, ReceiptMessages>> = {
  [consumerV1.caseId]: {
    settlement: 'Antidepressant Antitrust Settlement',
    caption: facts.caption,
    heading,
    next: [review, payment, keep],
    howToFix,
  },
  [individualV1.caseId]: {
    settlement: 'Savings Club Settlement',
    heading,
    next: [review, payment, keep],
  },
};
