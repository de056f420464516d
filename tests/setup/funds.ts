import type { Approvals } from '@redress/contract/console/approvals';
import { type EntryKind, type FundPage, isOrderKind } from '@redress/contract/console/funds';
import { settlement } from '@redress/content/settlement';
import { randomUUID } from 'node:crypto';
import { multipart } from './browser.ts';
import type { ConsoleAnswer, StaffTab } from './console.ts';
import { pdf } from './uploads.ts';

/** The fund of the tests. */
export const fund = settlement.funds.find(({ caseId }) => caseId === settlement.claimForms[0]?.caseId) ?? {
  id: 'missing',
  caseId: 'missing',
};
export const effectiveOn = '2025-06-30';

export const readFund = async (tab: StaffTab, asOf = '') =>
  (await tab.get<FundPage>(`/funds/${fund.id}${asOf && `?asOf=${asOf}`}`)).body;

/** The trial balance. */
export const accountsOf = async (tab: StaffTab) =>
  Object.fromEntries((await readFund(tab)).accounts.map(({ account, amount }) => [account, amount]));

export async function uploadOrder(
  tab: StaffTab,
  bytes: Buffer = pdf(2_000),
  name = 'order.pdf',
  path = `/funds/${fund.id}/orders`,
) {
  const { contentType, body } = multipart([], [{ name, bytes, field: 'file' }]);
  return tab.post<{ id: string } & ConsoleAnswer['body']>(path, body, { 'content-type': contentType });
}

export interface TestEntry {
  readonly id?: string;
  readonly kind: EntryKind;
  readonly amount: string;
  readonly bank?: string;
  readonly opensAccount?: boolean;
  readonly docket?: string;
  readonly orderId?: string;
  readonly orderedOn?: string;
  readonly effectiveOn?: string;
}

/** Requests an entry; an order is uploaded for it. */
export async function askEntry(tab: StaffTab, { docket = randomUUID(), orderId, orderedOn, ...entry }: TestEntry) {
  const order = isOrderKind(entry.kind) && {
    order: {
      id: orderId ?? (await uploadOrder(tab)).body.id,
      docket,
      orderedOn: orderedOn ?? '2025-06-01',
    },
  };
  const asked = { id: randomUUID(), bank: 'escrow', effectiveOn, reason: 'A test', ...entry, ...order };
  return tab.post(`/funds/${fund.id}/entries`, asked);
}

/** Requests a reversal. */
export const askReversal = (tab: StaffTab, transaction: string, more: object = {}) =>
  tab.post(`/funds/${fund.id}/transactions/${transaction}/reversal`, {
    id: randomUUID(),
    effectiveOn,
    reason: 'A mistake',
    ...more,
  });

/** Approves every ledger entry that waits. */
export async function approveEntries(tab: StaffTab): Promise<void> {
  const { approvals } = (await tab.get<Approvals>('/approvals?kind=ledger-entry')).body;
  for (const { id, mayDecide } of approvals) {
    if (!mayDecide) continue;
    const { status, text } = await tab.post(`/approvals/${id}/approve`);
    if (status !== 204) throw new Error(text);
  }
}

/** Makes an entry by two people. Returns the ID of its transaction. */
export async function enter(asker: StaffTab, second: StaffTab, entry: TestEntry): Promise<string> {
  const id = randomUUID();
  const { status, text } = await askEntry(asker, { id, ...entry });
  if (status !== 204) throw new Error(text);
  await approveEntries(second);
  return id;
}
