import type { LetterTemplate } from '@redress/contract/letters';

export const contactChangedV1: LetterTemplate = {
  version: 1,
  subject: 'The contact details of your claim {reference} were changed',
  body: [
    'Dear {name},',
    'The postal address or the email address of your claim in the {settlement} was changed. To protect you, we write to the old and to the new one, and name neither here.',
    'If you asked for this change, you don’t need to do anything.',
    'If you did not ask for it, please call us right away. Our toll-free number is {phone}.',
  ],
};
