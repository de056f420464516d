import { cashPrefix, entryLabels, ledgerAccounts, type LedgerTransaction } from '@redress/contract/console/funds';
import { formatCourtDay } from '@redress/contract/language';

const labels: Readonly<Record<string, string>> = ledgerAccounts;
const kinds: Readonly<Record<string, string>> = { ...entryLabels, allocation: 'Allocation' };

export const describeAccount = (account: string): string =>
  account.startsWith(cashPrefix) ? `Cash, ${account.slice(cashPrefix.length)}` : (labels[account] ?? account);

export const describeKind = (kind: string): string => kinds[kind] ?? kind;

/** Says also what a reversal reverses, if that is among the listed transactions. */
export function describeEntry(
  { kind, reverses }: Pick<LedgerTransaction, 'kind' | 'reverses'>,
  transactions: readonly LedgerTransaction[],
): string {
  const reversed = transactions.find(({ id }) => id === reverses);
  return reversed
    ? `${describeKind(kind)} of ${describeKind(reversed.kind)}, ${formatCourtDay(reversed.effectiveOn)}`
    : describeKind(kind);
}
