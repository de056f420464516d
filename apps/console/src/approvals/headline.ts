import type { Approval } from '@redress/contract/console/approvals';

/** What a request is about. An action on many claims adds sums and a hash, which only details show. */
export const headlineOf = ({ what, bulkJob }: Pick<Approval, 'what' | 'bulkJob'>): string =>
  bulkJob === null ? what : what.replace(/\. .*$/s, '.');
