import type { EntryKind } from '@redress/contract/console/funds';
import type { Fund } from '@redress/contract/funds';
import { createTypewrittenPdf } from '@redress/documents/typewritten';
import { addDays, dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import type { ConsoleContext } from '../../console/context.ts';
import { grantRoles } from '../../console/accounts/role-grants.ts';
import { registerApprovals } from '../../console/approvals/approvals.ts';
import { storeApprovalDecision } from '../../console/approvals/decide-approval.ts';
import { storeOrder } from '../../console/funds/court-orders.ts';
import { formatCents } from '../../claims/payments/cents.ts';
import { amountOf } from '../../console/funds/find-fund.ts';
import {
  type EntryDetails,
  ledgerEntryApproval,
  ledgerEntryKind,
  postEntry,
  requestEntry,
} from '../../console/funds/request-entry.ts';

type LedgerContext = Pick<ConsoleContext, 'database' | 'settlement' | 'keys' | 'now'>;

/** The entries of each fund: ten-thousandths of its amount, days ago, and the docket number of an order. */
const entries: readonly (readonly [kind: EntryKind, share: bigint, daysAgo: number, docket?: string])[] = [
  ['contribution', 10_000n, 90],
  ['interest', 24n, 60],
  ['fees', 3_300n, 30, '310'],
  ['expenses', 150n, 30, '310'],
  ['service-awards', 20n, 30, '310'],
  ['administration', 80n, 20, '312'],
  ['reserve', 100n, 10, '315'],
  // The last one waits for a second person.
  ['taxes', 6n, 5, '317'],
];

/** Enters what the funds of the settlement received, and invented orders, once. */
export async function fillLedgers(context: LedgerContext): Promise<void> {
  const { database, settlement } = context;
  if (await database.selectFrom('ledger_transactions').select('id').limit(1).executeTakeFirst()) return;
  registerApprovals([ledgerEntryApproval]);
  const [asker, second] = [await addFinance(context, 'Frankie Demo'), await addFinance(context, 'Noa Demo')];
  for (const fund of settlement.funds)
    for (const [index, entry] of entries.entries()) {
      await enter(context, fund, asker, entry);
      if (index < entries.length - 1) await approve(context, fund, second);
    }
  await database.updateTable('staff').set({ disabled_at: context.now() }).where('id', '=', second).execute();
}

/** A finance person, who cannot sign in. */
async function addFinance(context: LedgerContext, name: string): Promise<string> {
  return context.database.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('staff')
      .values({ name, email: `${name.toLowerCase().replace(' ', '.')}@example.com`, created_at: context.now() })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ name }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await grantRoles(transaction, context, id, [{ caseId: '*', role: 'finance' }], { asked: null });
    return id;
  });
}

async function enter(
  context: LedgerContext,
  fund: Fund,
  asker: string,
  [kind, share, daysAgo, docket]: (typeof entries)[number],
): Promise<void> {
  const today = dayIn(context.settlement.site.timeZone, context.now());
  const [effectiveOn, orderedOn] = [addDays(today, -daysAgo), addDays(today, -daysAgo - 2)];
  const entry = { id: randomUUID(), kind, effectiveOn, bank: 'escrow', reason: 'Invented for the demonstration.' };
  const pdf = await createTypewrittenPdf('Order', [
    `Invented order of ${orderedOn}`,
    '',
    fund.title.en,
    `Docket ${docket}`,
  ]);
  const sha256 = createHash('sha256').update(pdf).digest();
  const order = docket !== undefined && {
    order: {
      id: await storeOrder(context, { fund_id: fund.id, name: `Order ${docket}.pdf`, pdf, sha256, uploaded_by: asker }),
      docket,
      orderedOn,
    },
  };
  await requestEntry(context, fund, asker, {
    ...entry,
    amount: formatCents((amountOf(fund) * share) / 10_000n),
    ...order,
  });
}

/** The second person approves the request that waits. */
async function approve(context: LedgerContext, fund: Fund, by: string): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    const {
      id,
      details,
      asked_by: askedBy,
    } = await transaction
      .selectFrom('approvals')
      .select(['id', 'asked_by'])
      .select(sql<EntryDetails>`details`.as('details'))
      .where('kind', '=', ledgerEntryKind)
      .where('decision', 'is', null)
      .where(sql<boolean>`details->>'fundId' = ${fund.id}`)
      .executeTakeFirstOrThrow();
    const decided = { decision: 'approved', evidence: null } as const;
    await storeApprovalDecision(transaction, context, { id, by, at: context.now() }, decided);
    await postEntry(transaction, context, { id, caseId: fund.caseId, details, askedBy });
  });
}
