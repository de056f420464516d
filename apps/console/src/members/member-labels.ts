import type { AddressDecision, AddressSource } from '@redress/contract/console/members';

export const sourceNames: Readonly<Record<AddressSource, string>> = {
  'returned-mail': 'Returned mail',
  call: 'Call',
  letter: 'Letter',
  email: 'Email',
  'id-request': 'Request for lost IDs',
};

export const decisionNames: Readonly<Record<AddressDecision, string>> = {
  confirmed: 'Confirmed',
  declined: 'Declined',
};

/** Labels of the answers to a request for lost IDs. */
export const answerNames: Readonly<Record<string, string>> = {
  matched: 'Matched',
  'no-match': 'No match',
  'asked-for-more': 'Asked for more',
};
