import type { Dashboard, DashboardRange, Waiting } from '@redress/contract/console/dashboard';
import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { readBehind } from '../claim-search/search-progress.ts';
import type { AppContext } from '../context.ts';
import { computeFigure } from './compute-figure.ts';
import { amountsClaimed, claimsByDay, claimsByStatus, claimsByWeek, claimsToReview } from './figure-definitions.ts';
import { figureLabels } from './figure-labels.ts';
import { addDays } from './fill-days.ts';
import { computeWaitingByAge } from './waiting-by-age.ts';
import { countWaitingDocuments } from './waiting-documents.ts';

type DashboardContext = Pick<AppContext, 'database' | 'settlement' | 'now' | 'isScanned'>;

/** A longer period is shown by week. */
const maxDaysShown = 120;

/** The figures of cases as of now. They come from `claim_counts`, however many claims there are. */
export async function readDashboard(
  context: DashboardContext,
  cases: readonly string[],
  range: DashboardRange,
): Promise<Dashboard> {
  const { database, settlement, now } = context;
  const labels = figureLabels(settlement, cases);
  const rows = sql`(select * from claim_counts where case_id = any(${cases}::text[]))`;
  const today = dayIn(settlement.site.timeZone, now());
  const [behind, waiting] = await Promise.all([readBehind(context), countWaitingDocuments(context, cases)]);
  const period = await findPeriod(context, cases);
  const from = range === 'all' ? (period.first ?? today) : addDays(today, 1 - Number(range));
  const isLong = from < addDays(today, -maxDaysShown);
  const recent = sql`(select * from ${rows} as counted where filed_day >= ${from})`;
  const all = { rows, labels };
  const figures = await Promise.all([
    computeFigure(database, isLong ? claimsByWeek : claimsByDay, { rows: recent, labels, from, to: today }),
    ...[claimsByStatus, claimsToReview, amountsClaimed].map((figure) => computeFigure(database, figure, all)),
    computeWaitingByAge(database, rows, today),
  ]);
  const documents: Waiting = {
    what: 'documents',
    claims: period.waiting,
    isExact: true,
    since: period.oldestWaiting,
  };
  return {
    asOf: behind?.since ?? now().toISOString(),
    isCounting: behind?.since === null,
    today,
    from: period.first === null ? null : from,
    figures,
    waiting: [documents, ...waiting],
  };
}

async function findPeriod({ database }: DashboardContext, cases: readonly string[]) {
  const { rows } = await sql<{ first: string | null; oldestWaiting: string | null; waiting: number }>`
    select min(filed_day) as first,
      min(filed_day) filter (where status = 'waiting-documents') as "oldestWaiting",
      coalesce(sum(claims) filter (where status = 'waiting-documents'), 0)::float8 as waiting
    from claim_counts where case_id = any(${cases}::text[]) and claims > 0`.execute(database);
  return rows[0] ?? { first: null, oldestWaiting: null, waiting: 0 };
}
