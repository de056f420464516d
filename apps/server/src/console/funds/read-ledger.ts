import {
  accountOfKind,
  cashPrefix,
  entryKinds,
  type FundPage,
  type LedgerAccount,
  type LedgerTransaction,
  type ListedFund,
  maxListedTransactions,
  type RequestedEntry,
} from '@redress/contract/console/funds';
import type { Fund } from '@redress/contract/funds';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { formatCents } from '../../claims/payments/cents.ts';
import { amountOf, maxFeesOf } from './find-fund.ts';
import { type EntryDetails, ledgerEntryKind, listBanks } from './request-entry.ts';

/**
 * The balances of a fund's accounts, in cents; debits are positive. Every sum of the fund comes from
 * here.
 * @param asOf the last of the court's days that counts
 */
export async function readBalances(
  database: Database,
  fundId: string,
  asOf?: string,
): Promise<ReadonlyMap<LedgerAccount, bigint>> {
  const rows = await database
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions as posted', 'posted.id', 'transaction_id')
    .select(['account', ({ fn }) => fn.sum<string>('cents').as('cents')])
    .where('fund_id', '=', fundId)
    .$if(asOf !== undefined, (query) => query.where('effective_on', '<=', asOf ?? ''))
    .groupBy('account')
    .orderBy('account')
    .execute();
  return new Map(rows.map(({ account, cents }) => [account, BigInt(cents)]));
}

type Balances = Awaited<ReturnType<typeof readBalances>>;

const isReceived = (kind: string): boolean => kind === 'contribution' || kind === 'interest';

/** What came in, and what was ordered, as positive cents. */
function sumByKind(balances: Balances) {
  return entryKinds.map((kind) => {
    const account = accountOfKind[kind];
    const balance = balances.get(account) ?? 0n;
    return { kind, cents: account.startsWith('expenses:') ? balance : -balance };
  });
}

/** What adds up to the net fund, in cents: what came in, and with a minus everything that was ordered. */
export const netFundLines = (balances: Balances) =>
  sumByKind(balances).map(({ kind, cents }) => ({ kind, cents: isReceived(kind) ? cents : -cents }));

export const netFundOf = (balances: Balances): bigint => total(netFundLines(balances).map(({ cents }) => cents));

/** Reads the cents that frozen allocations owe to claimants, without what they set aside. */
export async function readAllocated(database: Database, fundId: string, asOf?: string): Promise<bigint> {
  const { cents } = await database
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions as posted', 'posted.id', 'transaction_id')
    .select(({ fn }) => fn.sum<string | null>('cents').as('cents'))
    .where('fund_id', '=', fundId)
    .where('source_kind', '=', 'allocation')
    .where('account', '=', 'liabilities:payable')
    .$if(asOf !== undefined, (query) => query.where('effective_on', '<=', asOf ?? ''))
    .executeTakeFirstOrThrow();
  return -BigInt(cents ?? 0);
}

const total = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, each) => sum + each, 0n);

export async function listFund(database: Database, fund: Fund, asOf?: string): Promise<ListedFund> {
  const [balances, waiting] = [await readBalances(database, fund.id, asOf), await listRequested(database, fund.id)];
  return describeFund(fund, balances, waiting);
}

function describeFund(fund: Fund, balances: Balances, requested: readonly RequestedEntry[]): ListedFund {
  const { id, caseId, title } = fund;
  const received = sumByKind(balances).filter(({ kind }) => isReceived(kind));
  return {
    id,
    caseId,
    title: title.en,
    amount: formatCents(amountOf(fund)),
    received: formatCents(total(received.map(({ cents }) => cents))),
    net: formatCents(netFundOf(balances)),
    waiting: requested.filter(({ decision }) => decision === null).length,
  };
}

export async function readFundPage(database: Database, fund: Fund, asOf: string): Promise<FundPage> {
  const balances = await readBalances(database, fund.id, asOf);
  const requested = await listRequested(database, fund.id);
  const cash = [...balances].filter(([account]) => account.startsWith(cashPrefix)).map(([, cents]) => cents);
  const allocated = await readAllocated(database, fund.id, asOf);
  const { count } = await database
    .selectFrom('ledger_transactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('fund_id', '=', fund.id)
    .where('effective_on', '<=', asOf)
    .executeTakeFirstOrThrow();
  return {
    ...describeFund(fund, balances, requested),
    feeAtMost: formatCents(maxFeesOf(fund)),
    asOf,
    lines: sumByKind(balances).map(({ kind, cents }) => ({ kind, amount: formatCents(cents) })),
    cash: formatCents(total(cash)),
    allocated: formatCents(allocated),
    unallocated: formatCents(netFundOf(balances) - allocated),
    banks: await listBanks(database, fund.id),
    accounts: [...balances].map(([account, cents]) => ({ account, amount: formatCents(cents) })),
    debits: formatCents(total([...balances.values()].filter((cents) => cents > 0n))),
    credits: formatCents(-total([...balances.values()].filter((cents) => cents < 0n))),
    transactions: await listTransactions(database, fund.id, { asOf, newest: maxListedTransactions }),
    transactionCount: Number(count),
    requested,
  };
}

/**
 * The transactions of a fund, newest first.
 * @param newest how many; all without it
 */
export async function listTransactions(
  database: Database,
  fundId: string,
  { asOf, newest }: { readonly asOf?: string; readonly newest?: number } = {},
): Promise<LedgerTransaction[]> {
  const rows = await database
    .selectFrom('ledger_transactions as posted')
    .leftJoin('court_orders as ordered', 'ordered.id', 'order_id')
    .leftJoin('staff as enterer', 'enterer.id', 'entered_by')
    .leftJoin('approvals', 'approvals.id', 'approval_id')
    .leftJoin('staff as approver', 'approver.id', 'approvals.decided_by')
    .select(['posted.id', 'posted.kind', 'effective_on', 'reverses', 'docket', 'ordered_on', 'order_id', 'posted_at'])
    .select(['ordered.name as orderName', 'ordered.sha256', 'approvals.reason'])
    .select(['enterer.name as enteredBy', 'approver.name as approvedBy'])
    .select(({ exists, selectFrom }) => [
      exists(selectFrom('ledger_transactions as other').whereRef('other.reverses', '=', 'posted.id')).as('isReversed'),
      sql<{ account: string; cents: string }[]>`(
        select json_agg(json_build_object('account', account, 'cents', cents::text) order by cents < 0, account)
        from ledger_entries where transaction_id = posted.id)`.as('entries'),
    ])
    .where('posted.fund_id', '=', fundId)
    .$if(asOf !== undefined, (query) => query.where('effective_on', '<=', asOf ?? ''))
    .orderBy('effective_on', 'desc')
    .orderBy('posted_at', 'desc')
    .orderBy('posted.id')
    .$if(newest !== undefined, (query) => query.limit(newest ?? 0))
    .execute();
  return rows.map(({ entries, ...row }) => {
    const lines = entries.map(({ account, cents }) => ({ account, cents: BigInt(cents) }));
    return {
      id: row.id,
      kind: row.kind,
      effectiveOn: row.effective_on,
      amount: formatCents(total(lines.map(({ cents }) => cents).filter((cents) => cents > 0n))),
      order:
        row.order_id === null
          ? null
          : {
              id: row.order_id,
              docket: row.docket ?? '',
              orderedOn: row.ordered_on ?? '',
              name: row.orderName ?? '',
              sha256: row.sha256?.toString('hex') ?? '',
            },
      reverses: row.reverses,
      reason: row.reason ?? '',
      enteredBy: row.enteredBy,
      isReversed: Boolean(row.isReversed),
      approvedBy: row.approvedBy,
      postedAt: row.posted_at.toISOString(),
      lines: lines.map(({ account, cents }) => ({ account, amount: formatCents(cents) })),
    };
  });
}

const maxRefused = 20;

/** Requests that wait, oldest first, and the latest that a second person did not approve. */
async function listRequested(database: Database, fundId: string): Promise<RequestedEntry[]> {
  const stored = database
    .selectFrom('approvals')
    .innerJoin('staff as asker', 'asker.id', 'asked_by')
    .leftJoin('staff as decider', 'decider.id', 'decided_by')
    .leftJoin('court_orders as ordered', (join) => join.on(sql<boolean>`ordered.id = (details#>>'{order,id}')::uuid`))
    .select(['approvals.id', 'reason', 'asked_at', 'decision', 'decision_reason', 'ordered.name as orderName'])
    .select(['asker.name as enteredBy', 'decider.name as decidedBy', sql<EntryDetails>`details`.as('details')])
    .where('approvals.kind', '=', ledgerEntryKind)
    .where(sql<boolean>`details->>'fundId' = ${fundId}`);
  const waiting = await stored.where('decision', 'is', null).orderBy('asked_at').execute();
  const refused = await stored
    .where('decision', 'in', ['declined', 'withdrawn'])
    .orderBy('asked_at', 'desc')
    .limit(maxRefused)
    .execute();
  return [...waiting, ...refused].map(({ details: { kind, effectiveOn, amount, order, reverses }, ...row }) => ({
    id: row.id,
    kind,
    effectiveOn,
    amount,
    order: order ? { ...order, name: row.orderName ?? '' } : null,
    reverses: reverses?.id ?? null,
    reason: row.reason,
    enteredBy: row.enteredBy,
    askedAt: row.asked_at.toISOString(),
    decision: row.decision === 'declined' || row.decision === 'withdrawn' ? row.decision : null,
    decidedBy: row.decidedBy,
    decisionReason: row.decision_reason,
  }));
}
