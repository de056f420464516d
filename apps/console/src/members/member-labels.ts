import type { AddressSource } from '@redress/contract/console/mailing-address';
import type { AddressDecision } from '@redress/contract/console/members';

export const sourceNames: Readonly<Record<AddressSource, string>> = {
  'returned-mail': 'Returned mail',
  call: 'Call',
  letter: 'Letter',
  email: 'Email',
  'id-request': 'Request for lost IDs',
};

/** The HTML ID of the address changes that wait for a decision. A link to it opens them. */
export const waitingAddressesId = 'address-changes';

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
