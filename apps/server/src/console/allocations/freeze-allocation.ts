import { openClaimKinds, type OpenClaims } from '@redress/contract/console/allocations';
import { formatFigureCell, formatMoney } from '@redress/contract/console/format-figure';
import type { LedgerAccount } from '@redress/contract/console/funds';
import type { Fund } from '@redress/contract/funds';
import { formatCourtDay } from '@redress/contract/language';
import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { RecordEvent } from '../../platform/history/record-events.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { consoleProblem, fieldProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import { type ApprovedRequest, askForApproval, defineApproval } from '../approvals/approvals.ts';
import type { ConsoleContext } from '../context.ts';
import { formatCents, parseCents } from '../../claims/payments/cents.ts';
import { findFund } from '../funds/find-fund.ts';
import { lockLedger, postTransaction } from '../funds/post-transaction.ts';
import { netFundOf, readAllocated, readBalances } from '../funds/read-ledger.ts';
import { findReportSeal, isSealedBy } from '../reports/report-parameters.ts';
import { checkLines } from './hash-lines.ts';
import { readOpenClaims } from './open-claims.ts';
import { formsOf, readChangedSince } from './read-eligible-claims.ts';
import type { AllocationRow } from './tables.ts';

const text = Type.String();
/** The second person signs exactly this. The SHA-256 covers the parameters and every line. */
const DetailsSchema = Type.Object({
  id: text,
  fundId: text,
  fund: text,
  name: text,
  seal: text,
  asOf: text,
  netFund: text,
  payments: text,
  people: Type.Integer(),
  sha256: text,
});
type Details = Static<typeof DetailsSchema>;
export const allocationKind = 'allocation';
type FreezeContext = Pick<ConsoleContext, 'database' | 'settlement' | 'keys' | 'now'>;

export const allocationApproval = defineApproval(allocationKind, {
  label: 'Allocations',
  permission: 'approve-allocation',
  asks: 'fund',
  details: DetailsSchema,
  fundOf: ({ fundId }) => fundId,
  allocationOf: ({ id }) => id,
  describe: (_context, { fund, name, seal, asOf, netFund, payments, people, sha256 }) =>
    `Freeze the allocation “${name}” of the fund “${fund}”: ${formatMoney(payments)} for ${formatFigureCell('count', people)} ${people === 1 ? 'person' : 'people'}, of a net fund of ${formatMoney(netFund)} as of ${formatCourtDay(asOf)}. Claims as of seal ${seal}. SHA-256 ${sha256}.`,
  prepare: async (context, details, caseId) => {
    const { id, fundId } = details;
    const row = await readRow(context.database, id);
    if (row.status !== 'asked') return;
    await Promise.all([
      refuseFreeze(context.database, context, findFund(context.settlement, fundId, [caseId]), row),
      refuseOtherLines(context.database, row, details),
    ]);
  },
  carryOut: freeze,
  drop: async (transaction, context, { details, decidedBy, isWithdrawn }) => {
    const at = context.now();
    await change(
      transaction,
      context,
      details.id,
      isWithdrawn ? { status: 'computed', approval_id: null, asked_by: null, asked_at: null } : { status: 'declined' },
      at,
      { kind: isWithdrawn ? 'freeze-withdrawn' : 'allocation-declined', details: { by: decidedBy } },
    );
  },
});

/**
 * Requests to freeze a computed scenario. A repeated request changes nothing.
 * @throws ProblemError `conflict` with what keeps it from being frozen
 */
export async function requestFreeze(
  context: FreezeContext,
  fund: Fund,
  askedBy: string,
  id: string,
  typed: string,
): Promise<void> {
  const reason = stripNulAndSurrogates(typed).trim();
  if (reason === '')
    throw fieldProblem('reason', 'Say what this allocation is, for the second person and auditors.', 'required');
  const seen = await readRow(context.database, id);
  if (seen.status === 'computed') await refuseFreeze(context.database, context, fund, seen);
  await context.database.transaction().execute(async (transaction) => {
    await lockLedger(transaction, fund.id);
    const row = await lockAllocation(transaction, id);
    if (row.status === 'asked' || row.status === 'frozen') {
      const { rows } = await sql`
        select from approvals where id = ${row.approval_id} and asked_by = ${askedBy} and reason = ${reason}`.execute(
        transaction,
      );
      // The answer to the first request was lost.
      if (rows.length > 0) return;
    }
    if (row.status !== 'computed')
      throw consoleProblem(
        'conflict',
        row.status === 'asked'
          ? 'Someone already asked to freeze this scenario. It waits for a second person.'
          : 'Only a computed scenario can be frozen. Compute a new one.',
      );
    await refuseOutdated(transaction, context, fund, row);
    const { summary, sha256, net_cents: netCents } = row;
    const details: Details = {
      id,
      fundId: fund.id,
      fund: fund.title.en,
      name: row.name,
      seal: row.seal,
      asOf: row.as_of,
      netFund: formatCents(BigInt(netCents ?? 0)),
      payments: summary?.total.sum ?? '',
      people: summary?.total.paid ?? 0,
      sha256: sha256?.toString('hex') ?? '',
    };
    const approval = await askForApproval(transaction, context, {
      kind: allocationKind,
      caseId: fund.caseId,
      details,
      reason,
      askedBy,
    });
    const at = context.now();
    const asked = { status: 'asked', approval_id: approval, asked_by: askedBy, asked_at: at } as const;
    await change(transaction, context, id, asked, at, {
      kind: 'freeze-asked',
      details: { by: askedBy, approval, sha256: details.sha256 },
    });
  });
}

/** Freezes what a second person approved, and posts it to the ledger. */
async function freeze(
  transaction: Database,
  context: ConsoleContext,
  { id: approval, caseId, details, askedBy, decidedBy }: ApprovedRequest<Details>,
): Promise<void> {
  const fund = findFund(context.settlement, details.fundId, [caseId]);
  await lockLedger(transaction, fund.id);
  const row = await lockAllocation(transaction, details.id);
  if (row.status !== 'asked' || row.approval_id !== approval)
    throw consoleProblem('conflict', 'This request to freeze was withdrawn or decided before. Decline it.');
  await refuseOutdated(transaction, context, fund, row);
  if (row.supplements === null) await supersedeOthers(transaction, context, fund, decidedBy);
  // Decisions wait until the freeze is stored, and find the claims final. The slow work is done.
  await sql`lock table claim_review in exclusive mode`.execute(transaction);
  await refuseChanged(transaction, context.settlement, fund, row);
  const at = context.now();
  const frozen = { status: 'frozen', approved_by: decidedBy, frozen_at: at, due_at: at, attempts: 0 } as const;
  await change(transaction, context, row.id, frozen, at, {
    kind: 'allocation-frozen',
    details: { by: decidedBy, approval, sha256: details.sha256 },
  });
  await post(transaction, context, fund, row, {
    approval,
    askedBy,
    day: dayIn(context.settlement.site.timeZone, at),
  });
}

/** The other scenarios of the fund stay for the record. */
async function supersedeOthers(
  transaction: Database,
  context: Pick<ConsoleContext, 'keys' | 'now'>,
  fund: Fund,
  by: string,
): Promise<void> {
  for (const { id } of await listOriginals(transaction, fund, 'computed'))
    await change(transaction, context, id, { status: 'superseded' }, context.now(), {
      kind: 'allocation-superseded',
      details: { by },
    });
}

/** The allocations of a fund with this status, without supplements. */
const listOriginals = (transaction: Database, fund: Fund, status: 'computed' | 'frozen') =>
  transaction
    .selectFrom('allocations')
    .select(['id', 'name'])
    .where('fund_id', '=', fund.id)
    .where('status', '=', status)
    .where('supplements', 'is', null)
    .execute();

const lockAllocation = (transaction: Database, id: string) => readRow(transaction, id, true);

async function readRow(database: Database, id: string, isLocked = false): Promise<AllocationRow> {
  return database
    .selectFrom('allocations')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(notFound);
}

async function change(
  transaction: Database,
  { keys }: Pick<ConsoleContext, 'keys'>,
  id: string,
  set: Partial<AllocationRow>,
  at: Date,
  event: RecordEvent<'allocation'>,
): Promise<void> {
  const { problem: _problem, summary: _summary, limits: _limits, ...columns } = set;
  const row = await transaction
    .updateTable('allocations')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addRecordEntry(transaction, { kind: 'allocation', id }, at, {
    ...event,
    rows: hashRow('allocations', row, keys),
  });
}

const computeAgain = 'Compute a new scenario as of the newest seal.';

/**
 * Refuses to freeze what is not up to date, or while claims are open. Finding open claims among a
 * million takes long, so nothing is locked yet. Between this and the freeze, a claim can become open
 * only by a change of its status, which `refuseOutdated` finds, by its filing, or by its letter.
 * @throws ProblemError `conflict`
 */
async function refuseFreeze(
  database: Database,
  context: Pick<ConsoleContext, 'settlement' | 'now'>,
  fund: Fund,
  row: AllocationRow,
): Promise<void> {
  await refuseOutdated(database, context, fund, row);
  const { settlement, now } = context;
  // Other late claims wait for the next supplement.
  const open = await readOpenClaims(database, settlement, fund, dayIn(settlement.site.timeZone, now()), {
    ...(row.supplements !== null && { supplement: row.id }),
  });
  if (open.claims > 0) throw consoleProblem('conflict', describeOpen(open));
}

/** Says what changed since a scenario was computed, which keeps it from being frozen. */
export async function findOutdated(
  context: Pick<ConsoleContext, 'database' | 'settlement'>,
  fund: Fund,
  id: string,
): Promise<string | null> {
  const row = await readRow(context.database, id);
  if (row.status !== 'computed') return null;
  try {
    await refuseOutdated(context.database, context, fund, row);
    return null;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'conflict') return error.message;
    throw error;
  }
}

/** @throws ProblemError `conflict` when the fund, its ledger or its claims changed */
async function refuseOutdated(
  transaction: Database,
  { settlement }: Pick<ConsoleContext, 'settlement'>,
  fund: Fund,
  row: AllocationRow,
): Promise<void> {
  const conflict = (message: string) => consoleProblem('conflict', message);
  if (row.plan_version !== fund.version) throw conflict(`The plan of this fund has a new version. ${computeAgain}`);
  const [other] = row.supplements === null ? await listOriginals(transaction, fund, 'frozen') : [];
  if (other)
    throw conflict(
      `The allocation “${other.name}” of this fund is already frozen. Use a supplemental allocation for late orders.`,
    );
  const { rows: supplemented } = await sql`
    select from allocations where supplements = ${row.supplements} and frozen_at > ${row.computed_at}`.execute(
    transaction,
  );
  if (supplemented.length > 0) throw conflict(`Another supplement was frozen since this was computed. ${computeAgain}`);
  const added = BigInt(row.released_cents ?? 0) - (await readAllocated(transaction, fund.id));
  const net = netFundOf(await readBalances(transaction, fund.id, row.as_of)) + added;
  const latest = netFundOf(await readBalances(transaction, fund.id)) + added;
  const write = (cents: bigint) => formatMoney(formatCents(cents));
  if (String(net) !== row.net_cents)
    throw conflict(
      `The ledger has changed: the net fund as of this date is ${write(net)} now, not ${write(BigInt(row.net_cents ?? 0))}. ${computeAgain}`,
    );
  if (latest < net)
    throw conflict(
      `Entries after ${formatCourtDay(row.as_of)} leave a net fund of ${write(latest)}, less than the ${write(net)} of this scenario. Compute a new one as of a later date.`,
    );
  if (row.supplements === null && net === 0n)
    throw conflict(
      'The net fund is $0.00 as of the date of this scenario, so no one would be paid. Enter what the fund received, or compute a new scenario as of a later date.',
    );
  await refuseChanged(transaction, settlement, fund, row);
  const { rows: reserved } = await sql`
    select from approvals, jsonb_array_elements_text(details->'claims') as reserved (number)
    join claims using (number) left join claim_review review on claim_id = claims.id
    where kind = 'reserve-claims' and details->>'fundId' = ${fund.id} and decision = 'approved'
      and coalesce(review.status, 'received') not in ('denied', 'withdrawn', 'void', 'final')
      and not exists (select from allocation_lines where allocation_id = ${row.id} and claim = number and outcome = 'reserved')`.execute(
    transaction,
  );
  if (row.supplements === null && reserved.length > 0)
    throw conflict(`Claims were moved into the reserve since this was computed. ${computeAgain}`);
}

/** @throws ProblemError `conflict` when a claim’s status, or what the reserve rests on, changed after the seal */
async function refuseChanged(
  transaction: Database,
  settlement: ConsoleContext['settlement'],
  fund: Fund,
  row: AllocationRow,
): Promise<void> {
  const seal = await findReportSeal(transaction, Number(row.seal));
  if (!seal) throw new Error(`There is no seal ${row.seal}`);
  // The few claims with a correction come first: after the seal, there may be a million entries.
  const { rows: corrected } = await sql<{ id: string }>`
    select id from claims join allocation_lines on claim = number
    where allocation_id = ${row.id} and outcome = 'reserved' and id in (select claim_id from claim_corrections)
      and exists (
        select from claim_history entry
        where claim_id = claims.id and kind = 'claim-corrected' and not (${isSealedBy(seal)})
      )`.execute(transaction);
  const changed = [
    ...new Set([
      ...(await readChangedSince(transaction, fund, formsOf(fund, settlement), seal)),
      ...corrected.map(({ id }) => id),
    ]),
  ];
  if (changed.length > 0) {
    const { rows } = await sql<{ number: string }>`
      select number from claims where id = any(${changed.slice(0, maxNamed)}::bigint[]) order by number`.execute(
      transaction,
    );
    throw consoleProblem(
      'conflict',
      `${changed.length === 1 ? 'A claim has' : `${changed.length} claims have`} changed since seal ${row.seal}: ${nameClaims(rows, changed.length)}. ${computeAgain}`,
    );
  }
}

const maxNamed = 5;
const nameClaims = (rows: readonly { readonly number: string }[], all: number): string =>
  `${rows.map(({ number }) => number).join(', ')}${all > rows.length ? `, and ${all - rows.length} more` : ''}`;

function describeOpen({ claims, groups }: Pick<OpenClaims, 'claims' | 'groups'>): string {
  const listed = groups.map(({ kind, claims: count, numbers }) => {
    const named = numbers.slice(0, maxNamed).map((number) => ({ number }));
    return `${openClaimKinds[kind]}: ${count} (${nameClaims(named, count)})`;
  });
  return `${claims === 1 ? 'A claim is' : `${claims} claims are`} still open. Decide ${claims === 1 ? 'it' : 'them'} first. ${listed.join('. ')}.`;
}

/**
 * Compares the stored lines with the hashes and the sums that both people saw, while nothing is
 * locked: a million lines take seconds. With unchanged claims and an unchanged ledger, the lines are
 * what would be computed now.
 * @throws ProblemError `conflict`
 */
async function refuseOtherLines(database: Database, row: AllocationRow, approved: Details): Promise<void> {
  const { areHashed, paid, reserved } = await checkLines(database, row);
  const isApproved =
    areHashed &&
    row.sha256?.toString('hex') === approved.sha256 &&
    formatCents(paid) === approved.payments &&
    row.summary?.total.sum === approved.payments &&
    formatCents(reserved) === row.summary?.total.reserved.amount;
  if (!isApproved)
    throw consoleProblem(
      'conflict',
      'The stored lines are not those that were computed. Decline this request, compute a new scenario, and ask the operator to run claims:verify.',
    );
}

/**
 * Posts what the allocation owes to claimants, and what it sets aside for disputes: the sums that
 * were counted with the lines. The job compares the lines with the approved hash before a claim
 * becomes final.
 */
async function post(
  transaction: Database,
  context: ConsoleContext,
  fund: Fund,
  row: AllocationRow,
  { approval, askedBy, day }: { readonly approval: string; readonly askedBy: string; readonly day: string },
): Promise<void> {
  if (!row.summary) throw new Error(`The allocation ${row.id} was not computed`);
  const { sum, reserved } = row.summary.total;
  const paid = parseCents(sum);
  const reserve = parseCents(reserved.amount) - BigInt(row.released_cents ?? 0);
  const cents: [LedgerAccount, bigint][] = [
    ['equity:residual', paid + reserve],
    ['liabilities:payable', -paid],
    ['liabilities:reserve', -reserve],
  ];
  const entries = new Map(cents.filter(([, amount]) => amount !== 0n));
  if (entries.size === 0) return;
  const posted = {
    id: randomUUID(),
    fund_id: fund.id,
    kind: allocationKind,
    effective_on: day,
    source_kind: allocationKind,
    source_id: row.id,
    reverses: null,
    docket: null,
    ordered_on: null,
    order_id: null,
    entered_by: askedBy,
    approval_id: approval,
  };
  if (!(await postTransaction(transaction, context, posted, entries)))
    throw consoleProblem('conflict', 'This allocation was posted before. Decline the request.');
}
