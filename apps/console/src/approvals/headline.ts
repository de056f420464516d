import type { Approval } from '@redress/contract/console/approvals';

/**
 * Says what a request is about. An action on many claims adds sums and a hash, and an allocation a seal
 * and a hash, a ledger entry the hash of its order, and claims for the reserve their numbers, which
 * only details show.
 */
export function headlineOf({
  kind,
  what,
  bulkJob,
  allocation,
}: Pick<Approval, 'kind' | 'what' | 'bulkJob' | 'allocation'>): string {
  if (allocation !== null) return what.replace(/ Claims as of seal \d.*$/s, '');
  if (kind === 'ledger-entry') return what.replace(/, SHA-256 [\da-f]{64}/, '');
  if (kind === 'reserve-claims') return what.replace(/: \d{10}.*$/s, '.');
  return bulkJob === null ? what : what.replace(/\. .*$/s, '.');
}
