import type { LetterTemplate } from '@redress/contract/letters';

export const approvedV1: LetterTemplate = {
  version: 1,
  subject: 'We approved your claim {reference}',
  body: [
    'Dear {name},',
    'We reviewed your claim in the {settlement}, and we approved it.',
    { heading: 'The amount that we recognize' },
    'We recognize {amount} for your claim. Your payment can be less, because all approved claims share the money of the settlement.',
    'If you don’t agree with the amount, you can dispute it until {due}: go to {statusPage}, or write to {address}. If we sent this letter after its date, you have more time: see the status page.',
    { heading: 'What happens next' },
    'You don’t need to do anything now. We’ll post news about payments on our website.',
    'Please tell us if your address or email address changes: go to {statusPage}, or call us toll-free at {phone}.',
  ],
};
