import type { LetterTemplate } from '@redress/contract/letters';

export const reminderV1: LetterTemplate = {
  version: 1,
  subject: 'Reminder: your claim {reference} still needs an answer',
  body: [
    'Dear {name},',
    'We wrote to you because something is missing from your claim in the {settlement}. We don’t have your complete answer yet. Your last day is {due}.',
    'Did you add documents online? Then please make sure that you pressed “Send my answer”. We can’t review them before you do.',
    'If you already sent your answer, thank you. You don’t need to do anything.',
    { heading: 'What we need from you' },
    { reasons: 'all' },
    { heading: 'How to send it' },
    {
      list: [
        'Online: go to {statusPage}. Sign in, add your documents, and press “Send my answer”.',
        'By mail: write your reference number, {reference}, on each page. Send copies to {address}, and keep the originals.',
      ],
    },
    { heading: 'If we don’t hear from you' },
    'If we don’t have your answer by {due}, we will have to deny your claim. You would then receive no payment for it.',
    { heading: 'Questions' },
    'Call us toll-free at {phone}.',
  ],
};
