import type { LetterTemplate } from '@redress/contract/letters';

export const answerReceivedV1: LetterTemplate = {
  version: 1,
  subject: 'We received your answer for your claim {reference}',
  body: [
    'Dear {name},',
    'Thank you. We received your answer for your claim in the {settlement}.',
    { heading: 'The files that you sent' },
    { files: 'all' },
    { heading: 'What happens next' },
    'We’ll review your claim again, and write to you when we have decided it. You don’t need to do anything until then.',
    'Is something missing here? Go to {statusPage}, or call us toll-free at {phone}.',
  ],
};
