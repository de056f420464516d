import type { Approval } from '@redress/contract/console/approvals';
import { decisionLabels } from '@redress/contract/console/claim-labels';
import { formatClaimed, formatMoney } from '@redress/contract/console/format-figure';
import { outcomes } from '@redress/contract/console/review';
import type { Permission } from '@redress/contract/console/staff';

/**
 * Says what a request is about. Only details show what follows: sums and a hash of many claims, the
 * sample of a cluster, seal and hash of an allocation, the hash of an order, the columns of an
 * export, and claim numbers.
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
  const isWhole = bulkJob === null && cluster === null && kind !== 'export-tax-ids';
  return isWhole ? what : what.replace(/(?<! v)\. .*$/s, '.');
}

/** The numbers of the claims that a request moves into the reserve, and what it says of them. */
export function reservedOf(what: string): { readonly claims: readonly string[]; readonly sums: string } {
  const [listed = ''] = /: \d{10}(?:, \d{10})*\./.exec(what) ?? [];
  return {
    claims: listed.match(/\d{10}/g) ?? [],
    sums: what.slice(what.indexOf(listed) + listed.length).trim(),
  };
}

/** The page of what a request is about, if the person can open it. */
export function targetOf(
  approval: Pick<Approval, 'kind' | 'claim' | 'rule' | 'bulkJob' | 'cluster' | 'allocation' | 'fund'>,
  can: (permission: Permission) => boolean,
): string | undefined {
  const { kind, claim, rule, bulkJob, cluster, allocation, fund } = approval;
  if (claim !== null) return `/claims/${claim.number}`;
  if (rule !== null) return `/rules/${rule.id}`;
  if (bulkJob !== null) return can('supervise') ? `/bulk/${bulkJob}` : undefined;
  if (cluster !== null) return `/clusters/${cluster}`;
  if (allocation !== null) return `/allocations/${allocation}`;
  if (fund !== null) return can('fund') ? `/funds/${encodeURIComponent(fund)}` : undefined;
  return kind === 'export-tax-ids' ? '/exports' : undefined;
}

type Claimed = Pick<NonNullable<Approval['claim']>, 'amount' | 'range'>;

/** Says what a claim gets, and asked for: as filed and, where they differ, after its corrections. */
export function describeAmounts(filed: Claimed, corrected?: Claimed, recognized: string | null = null): string {
  const claimed = formatClaimed(filed.amount, filed.range);
  const changed = corrected && formatClaimed(corrected.amount, corrected.range);
  return [
    claimed === undefined ? 'None stated' : `${claimed} claimed`,
    ...(changed === undefined || changed === claimed ? [] : [`${changed} corrected`]),
    ...(recognized === null ? [] : [`${formatMoney(recognized)} recognized`]),
  ].join(' → ');
}

/** Says how a request ended. Its headline begins with a verb, for example `Deny claim 8001583106`. */
export function describeEnd(end: NonNullable<Approval['decision']>, kind: string, headline: string): string {
  const request = `${headline.charAt(0).toLowerCase()}${headline.slice(1).replace(/\.$/, '')}.`;
  if (end === 'declined') return `Declined to ${request}`;
  if (end === 'withdrawn') return `Withdrew the request to ${request}`;
  if (kind !== 'claim-decision') return `Approved the request to ${request}`;
  const { decide, decided } = decisionLabels;
  const outcome = outcomes.find((each) => headline.startsWith(decide[each]));
  return `${outcome === undefined ? headline : headline.replace(decide[outcome], decided[outcome])}.`;
}
