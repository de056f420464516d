import type { AddressLines } from '@redress/contract/console/mailing-address';

/** Formats an address in one line. */
export function formatAddress({ street, city, state, zip }: AddressLines): string {
  return [street, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ');
}
