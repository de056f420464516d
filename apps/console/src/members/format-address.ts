import type { AddressDecision, AddressLines, AddressSource } from '@redress/contract/console/members';

/** In one line. */
export function formatAddress({ street, city, state, zip }: AddressLines): string {
  return [street, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ');
}

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
