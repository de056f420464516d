import type { LetterTemplate } from '@redress/contract/letters';

export const deficiencyV1: LetterTemplate = {
  version: 1,
  subject: 'We need more information for your claim {reference}',
  body: [
    'Dear {name},',
    'Thank you for your claim in the {settlement}. We reviewed it, and something is missing. We can’t decide your claim until we have it.',
    { heading: 'What we need from you' },
    { reasons: 'all' },
    { heading: 'How to send it' },
    'Please answer by {due}. Choose one way:',
    {
      list: [
        'Online: go to {statusPage}. Sign in, add your documents, and press “Send my answer”.',
        'By mail: write your reference number, {reference}, on each page. Send copies to {address}, and keep the originals.',
      ],
    },
    'If we sent this letter after its date, you have more time. The status page shows your last day.',
    { heading: 'If we don’t hear from you' },
    'If we don’t have your answer by your last day, we will have to deny your claim. You would then receive no payment for it.',
    { heading: 'Questions' },
    'Call us toll-free at {phone}.',
  ],
};
