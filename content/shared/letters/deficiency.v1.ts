import type { LetterTemplate } from '@redress/contract/letters';

export const deficiencyV1: LetterTemplate = {
  version: 1,
  subject: 'We need more information for your claim {reference}',
  body: [
    'Dear {name},',
    'We reviewed your claim in the {settlement}. Something is missing.',
    { heading: 'What we need from you' },
    { reasons: 'all' },
    { heading: 'Answer by {due}' },
    {
      list: [
        'Online: go to {statusPage}, add your documents, and press “Send my answer”.',
        'By mail: send copies to {address}. Write {reference} on each page.',
      ],
    },
    'If you don’t answer, we will have to deny your claim, and you would receive no payment.',
    'If we sent this letter after its date, you have more time: see the status page.',
    'Questions? Call us toll-free at {phone}.',
  ],
};
