import { cashPrefix, entryLabels, ledgerAccounts } from '@redress/contract/console/funds';

const labels: Readonly<Record<string, string>> = ledgerAccounts;
const kinds: Readonly<Record<string, string>> = entryLabels;

export const describeAccount = (account: string): string =>
  account.startsWith(cashPrefix) ? `Cash, ${account.slice(cashPrefix.length)}` : (labels[account] ?? account);

export const describeKind = (kind: string): string => kinds[kind] ?? kind;
