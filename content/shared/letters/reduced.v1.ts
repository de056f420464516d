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
    'You can dispute this decision until {due}. Someone who did not make this decision will then review your claim again. Tell us why you disagree, and send documents that show it:',
    {
      list: [
        'Online: go to {statusPage}, and sign in.',
        'By mail: write your reference number, {reference}, on each page. Send your letter and copies of your documents to {address}, and keep the originals.',
      ],
    },
    'If we sent this letter after its date, you have more time. The status page shows your last day.',
    'If you agree, you don’t need to do anything.',
    { heading: 'Questions' },
    'Call us toll-free at {phone}.',
  ],
};
