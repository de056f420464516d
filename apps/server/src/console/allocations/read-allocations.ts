import type { Allocation, AllocationChanges } from '@redress/contract/console/allocations';
import { formatPercent, type Fund, wholeFund } from '@redress/contract/funds';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { formatCents } from '../../claims/payments/cents.ts';
import { ledgerEntryKind } from '../funds/request-entry.ts';

const maxListed = 100;

/** The scenarios and frozen allocations of funds, newest first. */
export async function listAllocations(database: Database, funds: readonly Fund[]): Promise<Allocation[]> {
  const rows = await selectAllocations(database)
    .where('fund_id', 'in', ['', ...funds.map(({ id }) => id)])
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  return rows.flatMap((row) => describe(funds, row) ?? []);
}

/** @throws ProblemError `not-found` also for an allocation of another case */
export async function readAllocation(database: Database, funds: readonly Fund[], id: string): Promise<Allocation> {
  const row = await selectAllocations(database).where('allocations.id', '=', id).executeTakeFirst();
  const allocation = row && describe(funds, row);
  if (!allocation) throw new ProblemError('not-found');
  return allocation;
}

const selectAllocations = (database: Database) =>
  database
    .selectFrom('allocations')
    .innerJoin('history_seals', 'history_seals.position', 'allocations.seal')
    .innerJoin('staff as creator', 'creator.id', 'created_by')
    .leftJoin('approvals', 'approvals.id', 'approval_id')
    .leftJoin('staff as asker', 'asker.id', 'allocations.asked_by')
    .leftJoin('staff as decider', 'decider.id', 'approvals.decided_by')
    .selectAll('allocations')
    .select(['sealed_at', 'decision_reason', 'approvals.decided_at', 'creator.name as creator'])
    .select(['asker.name as asker', 'decider.name as decider'])
    .select(
      sql<string[]>`array(
        select details->>'amount' from approvals as entry
        where entry.kind = ${ledgerEntryKind} and entry.decision is null and details->>'fundId' = fund_id
          and details->>'effectiveOn' <= as_of
        order by entry.asked_at)`.as('waiting_entries'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof selectAllocations>['executeTakeFirstOrThrow']>>;

function describe(funds: readonly Fund[], row: Row): Allocation | undefined {
  const fund = funds.find(({ id, caseId }) => id === row.fund_id && caseId === row.case_id);
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return (
    fund && {
      id: row.id,
      fund: { id: fund.id, title: fund.title.en, caseId: fund.caseId },
      name: row.name,
      status: row.status,
      planVersion: row.plan_version,
      seal: { position: Number(row.seal), sealedAt: row.sealed_at.toISOString() },
      engine: row.engine,
      asOf: row.as_of,
      limits: row.limits,
      netFund: row.net_cents === null ? null : formatCents(BigInt(row.net_cents)),
      sha256: row.sha256?.toString('hex') ?? null,
      problem: row.problem,
      summary: row.summary,
      supplements: row.supplements === null ? null : { id: row.supplements, pool: row.pool ?? '' },
      createdBy: row.creator,
      createdAt: row.created_at.toISOString(),
      computedAt: at(row.computed_at),
      approval: row.approval_id,
      askedBy: row.asker,
      askedAt: at(row.asked_at),
      decidedBy: row.decider,
      decidedAt: at(row.decided_at),
      declineReason: row.decision_reason ?? '',
      frozenAt: at(row.frozen_at),
      finalizedAt: at(row.finalized_at),
      waitingEntries: row.waiting_entries,
    }
  );
}

/** The plans that scenarios start from. */
export const describeFunds = (funds: readonly Fund[]) =>
  funds.map(({ id, caseId, title, version, pools }) => ({
    id,
    caseId,
    title: title.en,
    version,
    pools: pools.map((pool) => {
      const write = (dollars: number | undefined) => dollars?.toFixed(2) ?? null;
      return {
        id: pool.id,
        title: pool.title.en,
        share: pool.share,
        minimum: write(pool.minimum),
        floor: write(pool.floor),
        cap: write(pool.cap),
        capMultiple: pool.capMultiple === undefined ? null : formatPercent(Math.round(pool.capMultiple * wholeFund)),
      };
    }),
  }));

/** Compares the payments of two scenarios of a fund, claim by claim. */
export async function compareAllocations(database: Database, id: string, from: string): Promise<AllocationChanges> {
  const { rows } = await database.transaction().execute(async (transaction) => {
    // The index has both in the order of claims. Hashing a million lines would take three times the work.
    await sql`set local enable_hashjoin = off`.execute(transaction);
    return sql<Record<string, string | null>>`
      with changes as (
        select sign(here - there) as direction, here > 0 as "isPaid", there > 0 as "wasPaid",
          count(*) as claims, sum(here - there) as cents, max(abs(here - there)) as largest
        from (
          select coalesce(one.cents, 0) as here, coalesce(other.cents, 0) as there
          from (select claim, cents from allocation_lines where allocation_id = ${id}) one
          full join (select claim, cents from allocation_lines where allocation_id = ${from}) other using (claim)
        ) compared
        group by 1, 2, 3
      )
      select sum(claims) filter (where direction > 0) as more, sum(cents) filter (where direction > 0) as "moreCents",
        sum(claims) filter (where direction < 0) as less, -sum(cents) filter (where direction < 0) as "lessCents",
        sum(claims) filter (where not "wasPaid" and "isPaid") as added, sum(cents) filter (where not "wasPaid") as "addedCents",
        sum(claims) filter (where "wasPaid" and not "isPaid") as dropped, -sum(cents) filter (where not "isPaid") as "droppedCents",
        sum(claims) filter (where direction = 0) as same,
        max(largest) filter (where direction > 0) as gain, max(largest) filter (where direction < 0) as loss
      from changes`.execute(transaction);
  });
  const row = rows[0] ?? {};
  const group = (name: string) => ({
    claims: Number(row[name]),
    amount: formatCents(BigInt(row[`${name}Cents`] ?? 0)),
  });
  const largest = (name: string) => (row[name] ? formatCents(BigInt(row[name])) : null);
  return {
    more: group('more'),
    less: group('less'),
    added: group('added'),
    dropped: group('dropped'),
    same: Number(row['same']),
    largestGain: largest('gain'),
    largestLoss: largest('loss'),
  };
}

/** Other requests wait for a chunk. */
const linesPerChunk = 2_000;

/** The exported file, line by line from the database: what the SHA-256 covers, and the SHA-256. */
export async function* exportCsv(
  database: Database,
  { id, parameters, sha256 }: { readonly id: string; readonly parameters: string; readonly sha256: Buffer },
): AsyncGenerator<string> {
  yield `# ${parameters}\nclaim,pool,weight,floor,cap,cents\n`;
  for (let after = ''; ;) {
    const lines = await database
      .selectFrom('allocation_lines')
      .select(['claim', 'pool', 'weight', 'floor', 'cap', 'cents'])
      .where('allocation_id', '=', id)
      .where('claim', '>', after)
      .orderBy('claim')
      .limit(linesPerChunk)
      .execute();
    yield lines
      .map(
        ({ claim, pool, weight, floor, cap, cents }) => `${claim},${pool},${weight},${floor},${cap ?? ''},${cents}\n`,
      )
      .join('');
    const last = lines[linesPerChunk - 1];
    if (!last) break;
    after = last.claim;
  }
  yield `# sha256 ${sha256.toString('hex')}\n`;
}
