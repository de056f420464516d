import type { LetterTemplate } from '@redress/contract/letters';

export const fileRefusedV1: LetterTemplate = {
  version: 1,
  subject: 'Please send a file again for your claim {reference}',
  body: [
    'Dear {name},',
    'Thank you for your answer about your claim in the {settlement}. Our virus scanner found a virus in a file that you sent. We can’t open it, so that part of your answer is still missing.',
    { heading: 'What we can’t open' },
    { files: 'all' },
    { heading: 'How to send it again' },
    'Please photograph or scan the paper again, or get a new copy of the file. Then choose one way:',
    {
      list: [
        'Online: go to {statusPage}, add the new file, and press “Send my answer”.',
        'By mail: send copies to {address}. Write {reference} on each page.',
      ],
    },
    'The status page shows your last day. Questions? Call us toll-free at {phone}.',
  ],
};
