import type { LetterTemplate } from '@redress/contract/letters';

export const deniedV1: LetterTemplate = {
  version: 1,
  subject: 'Our decision on your claim {reference}',
  body: [
    'Dear {name},',
    'We reviewed your claim in the {settlement}. We are sorry, but we can’t accept it. You will receive no payment for it.',
    { heading: 'Why we can’t accept your claim' },
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
    'Questions? Call us toll-free at {phone}.',
  ],
};
