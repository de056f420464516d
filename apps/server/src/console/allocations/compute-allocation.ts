import { allocate } from '@redress/allocation/allocate';
import { AllocationError, type AllocationProblem } from '@redress/allocation/allocation-error';
import { allocationHash, canonicalParameters, engine } from '@redress/allocation/canonical';
import type { Allocation as Computed, AllocationLine } from '@redress/allocation/plan';
import type { Fund } from '@redress/contract/funds';
import type { Settlement } from '@redress/contract/settlement';
import { planOf } from '@redress/contract/weigh-claim';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, databaseOn, withClient } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { netFundLines, readBalances } from '../funds/read-ledger.ts';
import { findReportSeal } from '../reports/report-parameters.ts';
import { readEligibleClaims } from './read-eligible-claims.ts';
import { withLimits } from './scenario-plan.ts';
import { startSummary } from './summarize-lines.ts';
import { limitToFrozen, readSupplementedMoney } from './supplement.ts';
import type { AllocationRow } from './tables.ts';

/** The task of a process, as plain data. */
export interface AllocationTask {
  readonly connectionString: string;
  readonly keys: Pick<Keys, 'answers'>;
  readonly settlement: Pick<Settlement, 'review' | 'claimForms'>;
  readonly fund: Fund;
  readonly id: string;
  readonly holder: string;
  readonly now: Date;
}

const linesPerChunk = 1_000;

/**
 * Computes a draft, and stores its lines and figures in one transaction: a process that is killed
 * leaves nothing behind. Returns what is wrong with the plan or the fund, if anything.
 */
export async function computeAllocation(task: AllocationTask): Promise<AllocationProblem | null> {
  return withClient(task.connectionString, async (client) => {
    const { rows } = await client.query<AllocationRow>('select * from allocations where id = $1 and leased_by = $2', [
      task.id,
      task.holder,
    ]);
    const [row] = rows;
    // Another process took it over.
    if (row?.status !== 'draft') return null;
    try {
      await client.query('begin isolation level repeatable read read only');
      const input = await readInput(databaseOn(client), task, row);
      await client.query('commit');
      await store(client, task, input, allocate(input.netFund, input.plans, input.claims), originOf(row));
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      const { code, field, remedy } = error;
      return { code, field, remedy };
    }
    // Otherwise, the first request that reads a million new lines would take seconds longer.
    await client.query('vacuum (analyze, skip_locked) allocation_lines');
    return null;
  });
}

/** The hash covers these besides the plan and the net fund. */
const originOf = (row: AllocationRow) => ({
  fund: row.fund_id,
  plan: String(row.plan_version),
  seal: row.seal,
  asOf: row.as_of,
  ...(row.supplements !== null && { supplements: row.supplements }),
});

async function readInput(database: Database, { fund: planned, settlement }: AllocationTask, row: AllocationRow) {
  const frozen = await database
    .selectFrom('allocations')
    .select(['id', 'limits', 'summary'])
    .where('id', '=', row.supplements)
    .executeTakeFirst();
  // A supplement pays by the limits that were frozen, and may change the minimum.
  const fund = withLimits(planned, (frozen ?? row).limits);
  const seal = await findReportSeal(database, Number(row.seal));
  if (!seal) throw new Error(`There is no seal ${row.seal}`);
  const eligible = await readEligibleClaims(database, settlement, fund, seal, row.supplements === null ? null : row.id);
  const lines: { kind: string; cents: bigint }[] = netFundLines(await readBalances(database, fund.id, row.as_of));
  const net = lines.reduce((sum, { cents }) => sum + cents, 0n);
  if (frozen && row.pool !== null) {
    const claims = await limitToFrozen(database, frozen, row.pool, eligible);
    const money = await readSupplementedMoney(database, row, eligible);
    const minimum = withLimits(planned, row.limits).pools.find(({ id }) => id === row.pool)?.minimum;
    const plan = {
      id: row.pool,
      share: 10_000,
      ...(minimum !== undefined && { minimum: BigInt(Math.round(minimum * 100)) }),
    };
    lines.push({ kind: 'allocated', cents: money.netFund - money.released - net });
    lines.push({ kind: 'released', cents: money.released });
    return { fund, claims, plans: [plan], lines, ...money };
  }
  return { fund, claims: eligible, plans: fund.pools.map(planOf), lines, netFund: net, released: null };
}

async function store(
  client: pg.Client,
  { id, holder, keys, now }: AllocationTask,
  { fund, lines, released }: Pick<Awaited<ReturnType<typeof readInput>>, 'fund' | 'lines' | 'released'>,
  computed: Computed,
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  await client.query('begin');
  const summary = startSummary();
  const outcomes = createHash('sha256');
  const columns = 'allocation_id, claim, pool, weight, floor, cap, cents, outcome';
  await pipeline(
    Readable.from(
      formatLines(id, computed, (line) => {
        summary.add(line);
        outcomes.update(`${line.claim},${line.outcome}\n`);
      }),
    ),
    client.query(copyFrom(`copy allocation_lines (${columns}) from stdin`)),
  );
  const database = databaseOn(client);
  const figures = summary.finish(computed, fund, lines);
  const updated = await database
    .updateTable('allocations')
    .set({
      status: 'computed',
      engine,
      parameters: canonicalParameters(computed, origin),
      net_cents: String(computed.netFund),
      sha256: Buffer.from(allocationHash(computed, origin, createHash('sha256')), 'hex'),
      outcomes_sha256: outcomes.digest(),
      released_cents: released?.toString() ?? null,
      summary: JSON.stringify(figures),
      computed_at: now,
      leased_by: null,
    })
    .where('id', '=', id)
    .where('leased_by', '=', holder)
    .where('status', '=', 'draft')
    .returningAll()
    .executeTakeFirst();
  // Another process took it over. Without a commit, nothing is stored.
  if (!updated) return;
  await addRecordEntry(database, { kind: 'allocation', id }, now, {
    kind: 'allocation-computed',
    details: {
      sha256: updated.sha256?.toString('hex') ?? '',
      claims: figures.total.claims,
      netFund: String(computed.netFund),
    },
    rows: hashRow('allocations', updated, keys),
  });
  await sql`commit`.execute(database);
}

/** The lines in COPY’s text format, in chunks. No value contains a tab or a line break. */
function* formatLines(id: string, { lines }: Computed, onLine: (line: AllocationLine) => void): Generator<string> {
  let chunk = '';
  let count = 0;
  for (const line of lines) {
    onLine(line);
    const { claim, pool, weight, floor, cap = '\\N', cents, outcome } = line;
    chunk += `${id}\t${claim}\t${pool}\t${weight}\t${floor}\t${cap}\t${cents}\t${outcome}\n`;
    if (++count % linesPerChunk !== 0) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
