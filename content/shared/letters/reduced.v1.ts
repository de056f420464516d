import type { LetterTemplate } from '@redress/contract/letters';

export const reducedV1: LetterTemplate = {
  version: 1,
  subject: 'Our decision on your claim {reference}',
  body: [
    'Dear {name},',
    'We reviewed your claim in the {settlement}. We can accept only part of it.',
    { heading: 'The amount that we recognize' },
    'We recognize {amount} for your claim. Your payment can be less, because all approved claims share the money of the settlement.',
    { heading: 'Why we can’t accept all of it' },
    { reasons: 'all' },
    { heading: 'If you don’t agree' },
    'You can dispute this decision until {due}. Someone who did not make it will then review your claim again. Tell us why you disagree, and send documents that show it:',
    {
      list: [
        'Online: go to {statusPage}.',
        'By mail: send your letter and copies of your documents to {address}. Write {reference} on each page.',
      ],
    },
    'If we sent this letter after its date, you have more time: see the status page.',
    'If you agree, you don’t need to do anything. Questions? Call us toll-free at {phone}.',
  ],
};
