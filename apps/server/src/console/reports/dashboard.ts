import { type Dashboard, type DashboardRange, defaultRange, type Waiting } from '@redress/contract/console/dashboard';
import { claimFlags } from '@redress/contract/console/review';
import { addDays, dayIn } from '@redress/forms/court-day';
import { type RawBuilder, sql } from 'kysely';
import { flagColumns } from '../search/derive-rows.ts';
import { readBehind } from '../search/search-progress.ts';
import { countsWithout } from '../search/write-rows.ts';
import type { ConsoleContext } from '../context.ts';
import { computeFigure } from './compute-figure.ts';
import { type CountedClaim, claimsToReview } from './claims-to-review.ts';
import { computeFunnel } from './funnel.ts';
import { amountsClaimed, claimsByDay, claimsByStatus, claimsByWeek } from './figure-definitions.ts';
import { figureLabels } from './figure-labels.ts';
import { countWaitingDocuments } from './waiting-documents.ts';
import type { Figure } from '@redress/contract/console/figures';
import type { Database } from '../../platform/database/pool.ts';

type DashboardContext = Pick<ConsoleContext, 'database' | 'settlement' | 'now' | 'isScanned'>;

/** A longer period is shown by week. */
const maxDaysShown = 120;

/**
 * The current figures of cases. `claim_counts` is read once, so the figures agree with each other,
 * and take as long for ten million claims as for ten thousand.
 * @param without IDs of claims to leave out, as in lists
 */
export async function readDashboard(
  context: DashboardContext,
  cases: readonly string[],
  { chosen, without }: { readonly chosen?: DashboardRange | undefined; readonly without: readonly string[] },
): Promise<Dashboard> {
  const { database, settlement, now } = context;
  // Read before the counts, which may then be newer than this says, but never older.
  const behind = await readBehind(context);
  const [counts, waiting] = await Promise.all([
    readCounts(context, cases, without),
    countWaitingDocuments(context, cases),
  ]);
  const today = dayIn(settlement.site.timeZone, now());
  const { first, last, from, to, range } = findPeriod(counts, today, chosen);
  const labels = figureLabels(settlement, cases);
  const rows = tableOf(counts);
  const isLong = from < addDays(to, -maxDaysShown);
  const recent = sql`(select * from ${rows} as counted where filed_day >= ${from})`;
  const noticeForms = settlement.claimForms.filter(
    ({ caseId, login }) => login === 'required' && cases.includes(caseId),
  );
  const figures = await Promise.all([
    computeFigure(database, isLong ? claimsByWeek : claimsByDay, { rows: recent, labels, from, to }),
    ...[claimsByStatus, amountsClaimed].map((figure) => computeFigure(database, figure, { rows, labels })),
    computeWaitingByAge(database, rows, today),
    ...(noticeForms.length > 0 ? [computeFunnel(database, counts, noticeForms)] : []),
  ]);
  const incomplete = counts.filter(({ status }) => status === 'waiting-documents');
  const documents: Waiting = {
    what: 'documents',
    claims: incomplete.reduce((sum, { claims }) => sum + claims, 0),
    isExact: true,
    since: incomplete[0]?.filed_day ?? null,
  };
  return {
    asOf: behind?.since ?? now().toISOString(),
    isCounting: behind?.since === null,
    range,
    today,
    from: first === undefined ? null : from,
    last: last ?? null,
    figures: [...figures, claimsToReview(counts, labels)],
    noticeForms: [...new Set(noticeForms.map(({ id }) => id))],
    waiting: [documents, ...waiting],
  };
}

interface Count extends CountedClaim {
  readonly filed_day: string;
  readonly amount: string;
}

/** The columns of `claim_counts` that the dashboard needs, by day: a hundredth of its rows. */
async function readCounts(
  { database }: DashboardContext,
  cases: readonly string[],
  without: readonly string[],
): Promise<readonly Count[]> {
  const flags = sql.join(claimFlags.map((flag) => sql.ref(flagColumns[flag])));
  const { rows } = await sql<Count>`
    select form_id, filed_day, status, ${flags},
      sum(claims)::float8 as claims, sum(amount)::text as amount
    from ${countsWithout(without)} as counts where case_id = any(${cases}::text[])
    group by form_id, filed_day, status, ${flags} having sum(claims) > 0
    order by filed_day`.execute(database);
  return rows;
}

/** Counts as a table for named queries. */
function tableOf(counts: readonly Count[]): RawBuilder<unknown> {
  const column = (name: keyof Count) => counts.map((count) => count[name]);
  return sql`(
    select * from unnest(
      ${column('form_id')}::text[], ${column('filed_day')}::text[], ${column('status')}::text[],
      ${column('claims')}::bigint[], ${column('amount')}::numeric[]
    ) as counted (form_id, filed_day, status, claims, amount)
  )`;
}

/** The chosen days, or the whole period if no claim was filed recently. */
function findPeriod(counts: readonly Count[], today: string, chosen?: DashboardRange) {
  const first = counts[0]?.filed_day;
  const last = counts.at(-1)?.filed_day;
  const usual = last !== undefined && last <= addDays(today, -Number(defaultRange)) ? 'all' : defaultRange;
  const range = chosen ?? usual;
  const isAll = range === 'all';
  return {
    first,
    last,
    range,
    from: isAll ? (first ?? today) : addDays(today, 1 - Number(range)),
    // The whole period ends with the last claim.
    to: isAll ? (last ?? today) : today,
  };
}

/** With more bars, a histogram is hard to read. */
const maxBins = 12;

const binDays = [7, 14, 30, 60, 90, 180];

/** Counts claims by how long they have waited for documents, in the shortest bins that all fit in. */
async function computeWaitingByAge(database: Database, claims: RawBuilder<unknown>, today: string): Promise<Figure> {
  const { rows } = await sql<{ days: number; claims: number }>`
    select greatest(0, ${today}::date - filed_day::date) as days, sum(claims)::float8 as claims
    from ${claims} as counted where status = 'waiting-documents' and claims > 0
    group by 1 order by 1`.execute(database);
  const oldest = rows.at(-1)?.days;
  const width = binDays.find((days) => (oldest ?? 0) / days < maxBins) ?? 365;
  const bins = oldest === undefined ? 0 : Math.floor(oldest / width) + 1;
  const counts = Array.from({ length: bins }, (_, bin) =>
    rows.filter(({ days }) => Math.floor(days / width) === bin).reduce((sum, row) => sum + row.claims, 0),
  );
  return {
    name: 'waiting-by-age',
    title: 'How long claims wait for documents',
    definition: 'Claims missing required documents, by days since they were received.',
    columns: [
      { name: 'from', header: 'From day', kind: 'count' },
      { name: 'to', header: 'To day', kind: 'count' },
      { name: 'claims', header: 'Claims', kind: 'count' },
    ],
    rows: counts.map((count, bin) => [bin * width, (bin + 1) * width - 1, count]),
  };
}
