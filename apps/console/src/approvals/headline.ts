import type { Approval } from '@redress/contract/console/approvals';

/**
 * Says what a request is about. Only details show what follows: sums and a hash of many claims, the
 * sample of a cluster, seal and hash of an allocation, the hash of an order, and claim numbers.
 */
export function headlineOf({
  kind,
  what,
  bulkJob,
  allocation,
  cluster,
}: Pick<Approval, 'kind' | 'what' | 'bulkJob' | 'allocation' | 'cluster'>): string {
  if (allocation !== null) return what.replace(/ Claims as of seal \d.*$/s, '');
  if (kind === 'ledger-entry') return what.replace(/, SHA-256 [\da-f]{64}/, '');
  if (kind === 'reserve-claims') return what.replace(/: \d{10}.*$/s, '.');
  return bulkJob === null && cluster === null ? what : what.replace(/(?<! v)\. .*$/s, '.');
}

const pastVerbs: Readonly<Record<string, string>> = { Approve: 'Approved', Reduce: 'Reduced', Deny: 'Denied' };

/** Says how a request ended. Its headline begins with a verb, for example `Deny claim 8001583106`. */
export function describeEnd(end: NonNullable<Approval['decision']>, kind: string, headline: string): string {
  const request = `${headline.charAt(0).toLowerCase()}${headline.slice(1).replace(/\.$/, '')}.`;
  if (end === 'declined') return `Declined to ${request}`;
  if (end === 'withdrawn') return `Withdrew the request to ${request}`;
  if (kind !== 'claim-decision') return `Approved the request to ${request}`;
  return `${headline.replace(/^\w+/, (verb) => pastVerbs[verb] ?? verb)}.`;
}
