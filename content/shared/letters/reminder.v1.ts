import type { LetterTemplate } from '@redress/contract/letters';

export const reminderV1: LetterTemplate = {
  version: 1,
  subject: 'Reminder: your claim {reference} still needs an answer',
  body: [
    'Dear {name},',
    'Something is still missing from your claim in the {settlement}.',
    'Did you add documents online? They are not sent until you press “Send my answer”. If you pressed it, thank you: you don’t need to do anything.',
    { heading: 'What we need from you' },
    { reasons: 'all' },
    { heading: 'Answer by {due}' },
    {
      list: [
        'Online: go to {statusPage}, add your documents, and press “Send my answer”.',
        'By mail: send copies to {address}. Write {reference} on each page.',
      ],
    },
    'If you don’t answer by then, we will have to deny your claim, and you would receive no payment.',
    'Questions? Call us toll-free at {phone}.',
  ],
};
