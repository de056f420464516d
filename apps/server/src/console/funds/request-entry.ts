import {
  accountOfKind,
  cashPrefix,
  entryKinds,
  entryLabels,
  isOrderKind,
  type LedgerAccount,
  type NewEntry,
  type NewReversal,
} from '@redress/contract/console/funds';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import type { Fund } from '@redress/contract/funds';
import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem, fieldProblem, notFound } from '../../platform/http/problem.ts';
import { type ApprovedRequest, askForApproval, defineApproval } from '../approvals/approvals.ts';
import type { ConsoleContext } from '../context.ts';
import { formatCents, parseCents } from '../../claims/payments/cents.ts';
import { amountOf, findFund, maxFeesOf } from './find-fund.ts';
import { lockLedger, postTransaction } from './post-transaction.ts';

const text = Type.String();
/** The second person signs exactly this. */
const DetailsSchema = Type.Object({
  id: text,
  fundId: text,
  fund: text,
  kind: Type.Enum([...entryKinds, 'reversal']),
  effectiveOn: text,
  amount: text,
  bank: Type.Optional(text),
  /** The person said that the fund does not have this bank account yet. */
  opensAccount: Type.Optional(Type.Boolean()),
  order: Type.Optional(Type.Object({ id: text, docket: text, orderedOn: text, sha256: text })),
  /** The transaction, and its words for people. */
  reverses: Type.Optional(Type.Object({ id: text, what: text, effectiveOn: text })),
});
export type EntryDetails = Static<typeof DetailsSchema>;
type EntryContext = Pick<ConsoleContext, 'database' | 'settlement' | 'keys' | 'now'>;
export const ledgerEntryKind = 'ledger-entry';

export const ledgerEntryApproval = defineApproval(ledgerEntryKind, {
  label: 'Ledger entries',
  permission: 'fund',
  details: DetailsSchema,
  fundOf: ({ fundId }) => fundId,
  describe: (_context, { fund, kind, effectiveOn, amount, bank, opensAccount, order, reverses }) => {
    const what = reverses
      ? `Reverse ${reverses.what}, ${formatMoney(amount)} of ${formatCourtDay(reverses.effectiveOn)}, as of`
      : `Enter ${entryLabels[kind]}, ${formatMoney(amount)}, as of`;
    const account =
      bank === undefined || kind === 'reserve' ? '' : `, ${opensAccount ? 'new ' : ''}bank account ${bank}`;
    const basis = order
      ? ` Order of ${formatCourtDay(order.orderedOn)}, docket number ${order.docket}, SHA-256 ${order.sha256}.`
      : '';
    return `${what} ${formatCourtDay(effectiveOn)} in the fund “${fund}”${account}.${basis}`;
  },
  carryOut: postEntry,
});

/**
 * Posts what a second person approved.
 * @throws ProblemError `invalid-answers` or `conflict` for what the ledger forbids by now
 */
export async function postEntry(
  transaction: Database,
  context: Pick<ConsoleContext, 'settlement' | 'keys' | 'now'>,
  { id, caseId, details, askedBy }: Omit<ApprovedRequest<EntryDetails>, 'decidedBy'>,
): Promise<void> {
  const fund = findFund(context.settlement, details.fundId, [caseId]);
  await lockLedger(transaction, fund.id);
  await refuseEntry(transaction, fund, details, 'posted');
  const { order, reverses } = details;
  const posted = {
    id: details.id,
    fund_id: fund.id,
    kind: details.kind,
    effective_on: details.effectiveOn,
    source_kind: 'manual',
    source_id: id,
    reverses: reverses?.id ?? null,
    docket: order?.docket ?? null,
    ordered_on: order?.orderedOn ?? null,
    order_id: order?.id ?? null,
    entered_by: askedBy,
    approval_id: id,
  };
  if (!(await postTransaction(transaction, context, posted, await entriesOf(transaction, details))))
    throw consoleProblem('conflict', 'This entry was posted before. Decline the request.');
}

async function entriesOf(transaction: Database, details: EntryDetails): Promise<Map<LedgerAccount, bigint>> {
  const { kind, amount, bank = '', reverses } = details;
  if (reverses) {
    const rows = await transaction
      .selectFrom('ledger_entries')
      .select(['account', 'cents'])
      .where('transaction_id', '=', reverses.id)
      .execute();
    return new Map(rows.map(({ account, cents }) => [account, -BigInt(cents)]));
  }
  if (kind === 'reversal') throw new Error('The reversal names no transaction');
  const account = accountOfKind[kind];
  // The reserve stays in the bank.
  const other: LedgerAccount = kind === 'reserve' ? 'equity:residual' : `${cashPrefix}${bank}`;
  const [debit, credit] = account.startsWith('expenses:') ? [account, other] : [other, account];
  return new Map<LedgerAccount, bigint>([
    [debit, parseCents(amount)],
    [credit, -parseCents(amount)],
  ]);
}

/** One line, without invisible characters. */
const cleanDocket = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** The same for every spelling of a docket number: `310`, `Dkt. No. 310` and `ECF 310`. */
const docketKey = (docket: string): string =>
  docket
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(docket|dkt|ecf|document|doc|entry|number|no)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Class actions are brought under the rule of this day, so no fund is older. */
const firstDay = '1966-07-01';

function refuseEarly({ settlement }: EntryContext, { caseId }: Fund, field: string, day: string): void {
  if (day < (settlement.captions?.[caseId]?.filed ?? firstDay))
    throw fieldProblem(field, 'This date is before the case was filed. Check the year.');
}

/** The names of a fund’s bank accounts, also of those in entries that wait. */
export async function listBanks(database: Database, fundId: string): Promise<string[]> {
  const { rows } = await sql<{ bank: string }>`
    select substr(account, ${cashPrefix.length + 1}) as bank
    from ledger_entries join ledger_transactions posted on posted.id = transaction_id
    where fund_id = ${fundId} and starts_with(account, ${cashPrefix})
    union
    select details->>'bank' from approvals
    where kind = ${ledgerEntryKind} and details->>'fundId' = ${fundId} and decision is null
      and details ? 'bank' and details->>'kind' <> 'reserve'
    order by bank`.execute(database);
  return rows.map(({ bank }) => bank);
}

/**
 * Refuses what the ledger or the court forbids. The fund's ledger is locked.
 * @param among `posted`, or also requests that wait
 * @throws ProblemError `invalid-answers` or `conflict`
 */
async function refuseEntry(
  transaction: Database,
  fund: Fund,
  { id, kind, amount, order, reverses }: EntryDetails,
  among: 'posted' | 'posted and waiting',
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    docket: string | null;
    cents: string;
    reverses: string | null;
  }>`
    select id::text, kind, docket, reverses::text,
      (select sum(cents) from ledger_entries where transaction_id = posted.id and cents > 0) as cents
    from ledger_transactions posted
    where fund_id = ${fund.id} and source_kind = 'manual'
      and not exists (select from ledger_transactions reversal where reversal.reverses = posted.id)
    union all
    select details->>'id', details->>'kind', details#>>'{order,docket}', details#>>'{reverses,id}',
      ((details->>'amount')::numeric * 100)::bigint
    from approvals
    where kind = ${ledgerEntryKind} and details->>'fundId' = ${fund.id} and decision is null
      and ${among === 'posted and waiting'}`.execute(transaction);
  const others = rows.filter((each) => each.id !== id);
  if (reverses && others.some((each) => each.reverses === reverses.id))
    throw consoleProblem('conflict', 'Someone already requested or entered a reversal of this transaction.');
  const cents = parseCents(amount);
  if (
    order &&
    others.some(
      (each) =>
        each.kind === kind &&
        each.docket !== null &&
        docketKey(each.docket) === docketKey(order.docket) &&
        BigInt(each.cents) === cents,
    )
  )
    throw fieldProblem(
      'docket',
      `This order is already entered or requested: ${entryLabels[kind]}, ${formatMoney(amount)}, docket number ${order.docket}. If it was wrong, reverse it first.`,
      'order-entered-twice',
    );
  const max = maxFeesOf(fund);
  const fees = others.filter((each) => each.kind === 'fees').reduce((sum, each) => sum + BigInt(each.cents), 0n);
  if (kind === 'fees' && fees + cents > max)
    throw fieldProblem(
      'amount',
      `Attorneys’ fees of this fund may be at most ${formatMoney(formatCents(max))} (${fund.feeAtMost / 100}% of ${formatMoney(formatCents(amountOf(fund)))}). ${formatMoney(formatCents(fees))} is already entered or requested, so enter at most ${formatMoney(formatCents(max > fees ? max - fees : 0n))}.`,
      'fee-above-limit',
    );
}

/**
 * Requests an entry. A repeated request changes nothing.
 * @throws ProblemError `invalid-answers`, `conflict`, or `not-found` for an order of another fund
 */
export async function requestEntry(context: EntryContext, fund: Fund, askedBy: string, asked: NewEntry): Promise<void> {
  const { kind, amount, order, effectiveOn, bank, opensAccount } = asked;
  if (parseCents(amount) === 0n) throw fieldProblem('amount', 'Enter an amount above zero.');
  if (isOrderKind(kind) !== (order !== undefined))
    throw fieldProblem('docket', 'Enter the docket number and the date of the order, and choose its PDF.');
  const docket = cleanDocket(order?.docket ?? '');
  if (order && !/[\p{L}\p{N}]/u.test(docket)) throw fieldProblem('docket', 'Enter the docket number of the order.');
  if (order && order.orderedOn > effectiveOn) throw fieldProblem('orderedOn', 'The order is later than the entry.');
  if (order) refuseEarly(context, fund, 'orderedOn', order.orderedOn);
  await request(context, fund, askedBy, asked, async (transaction) => {
    const banks = await listBanks(transaction, fund.id);
    // A mistyped name would open another account.
    if (kind !== 'reserve' && !opensAccount && banks.length > 0 && !banks.includes(bank))
      throw fieldProblem(
        'bank',
        `This fund has no bank account ${bank}. Choose ${banks.join(' or ')}, or say that it is a new account.`,
        'unknown-bank-account',
      );
    const found = order && (await findStoredOrder(transaction, fund.id, order.id));
    return {
      kind,
      amount: formatCents(parseCents(amount)),
      bank,
      ...(opensAccount && { opensAccount }),
      ...(order && found && { order: { ...found, docket, orderedOn: order.orderedOn } }),
    };
  });
}

/**
 * Requests the reversal of a manual entry. A repeated request changes nothing.
 * @throws ProblemError `conflict`, or `not-found` for a transaction of another fund
 */
export async function requestReversal(
  context: EntryContext,
  fund: Fund,
  askedBy: string,
  transactionId: string,
  asked: NewReversal,
): Promise<void> {
  await request(context, fund, askedBy, asked, async (transaction) => {
    const reversed = await transaction
      .selectFrom('ledger_transactions')
      .select(['kind', 'effective_on', 'source_kind'])
      .select(sql<string>`(select sum(cents) from ledger_entries where transaction_id = id and cents > 0)`.as('cents'))
      .where('id', '=', transactionId)
      .where('fund_id', '=', fund.id)
      .executeTakeFirstOrThrow(notFound);
    const kind = entryKinds.find((each) => each === reversed.kind);
    if (reversed.source_kind !== 'manual' || kind === undefined)
      throw consoleProblem('conflict', 'Only entries that people made can be reversed.');
    if (asked.effectiveOn < reversed.effective_on)
      throw fieldProblem('effectiveOn', 'The reversal is earlier than what it reverses.');
    return {
      kind: 'reversal',
      amount: formatCents(BigInt(reversed.cents)),
      reverses: { id: transactionId, what: entryLabels[kind], effectiveOn: reversed.effective_on },
    };
  });
}

async function request(
  context: EntryContext,
  fund: Fund,
  askedBy: string,
  { id: asked, effectiveOn, reason: typed }: NewReversal,
  read: (transaction: Database) => Promise<Omit<EntryDetails, 'id' | 'fundId' | 'fund' | 'effectiveOn'>>,
): Promise<void> {
  const { settlement, now, database } = context;
  const reason = stripNulAndSurrogates(typed).trim();
  // The database writes IDs in lowercase.
  const id = asked.toLowerCase();
  if (reason === '') throw fieldProblem('reason', 'Say what this entry is, for the second person and auditors.');
  if (effectiveOn > dayIn(settlement.site.timeZone, now()))
    throw fieldProblem('effectiveOn', 'This date is in the future.');
  refuseEarly(context, fund, 'effectiveOn', effectiveOn);
  await database.transaction().execute(async (transaction) => {
    await lockLedger(transaction, fund.id);
    const details: EntryDetails = {
      id,
      fundId: fund.id,
      fund: fund.title.en,
      effectiveOn,
      ...(await read(transaction)),
    };
    const { rows } = await sql<{ isSame: boolean }>`
      select details = ${JSON.stringify(details)}::jsonb and reason = ${reason} as "isSame" from approvals
      where kind = ${ledgerEntryKind} and details->>'id' = ${id}`.execute(transaction);
    if (rows.length > 0 && rows.every(({ isSame }) => !isSame))
      throw consoleProblem(
        'conflict',
        'This entry was already requested with other details. Reload the page to see it, then enter this one again.',
      );
    if (rows.length > 0) return;
    await refuseEntry(transaction, fund, details, 'posted and waiting');
    await askForApproval(transaction, context, {
      kind: ledgerEntryKind,
      caseId: fund.caseId,
      details,
      reason,
      askedBy,
    });
  });
}

async function findStoredOrder(transaction: Database, fundId: string, id: string) {
  const order = await transaction
    .selectFrom('court_orders')
    .select(['id', 'sha256'])
    .where('id', '=', id)
    .where('fund_id', '=', fundId)
    .executeTakeFirstOrThrow(notFound);
  return { id: order.id, sha256: order.sha256.toString('hex') };
}
