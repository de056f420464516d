import type { LetterTemplate } from '@redress/contract/letters';

export const disputeDecisionV1: LetterTemplate = {
  version: 1,
  subject: 'Our decision after your dispute: claim {reference}',
  body: [
    'Dear {name},',
    'You disputed our decision on your claim in the {settlement}. Someone who did not make that decision reviewed your claim again.',
    { heading: 'The decision' },
    '{outcome}',
    { heading: 'The reasons' },
    { reasons: 'all' },
    { heading: 'If you still don’t agree' },
    'You can ask the court to decide. Write to us by {due} that you want the court to look at your claim. Put your reference number, {reference}, on your letter, and send it to {address}. We’ll give the court your claim, your documents and our letters.',
    'If we sent this letter after its date, you have more time. The status page shows your last day: {statusPage}.',
    { heading: 'Questions' },
    'Call us toll-free at {phone}.',
  ],
};
