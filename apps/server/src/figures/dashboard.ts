import { type Dashboard, type DashboardRange, defaultRange, type Waiting } from '@redress/contract/console/dashboard';
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
  chosen?: DashboardRange,
): Promise<Dashboard> {
  const { database, settlement, now } = context;
  const labels = figureLabels(settlement, cases);
  const rows = sql`(select * from claim_counts where case_id = any(${cases}::text[]))`;
  const today = dayIn(settlement.site.timeZone, now());
  const [behind, waiting] = await Promise.all([readBehind(context), countWaitingDocuments(context, cases)]);
  const period = await findPeriod(context, cases);
  const usual = period.last !== null && period.last <= addDays(today, -Number(defaultRange)) ? 'all' : defaultRange;
  const range = chosen ?? usual;
  const from = range === 'all' ? (period.first ?? today) : addDays(today, 1 - Number(range));
  // Nothing happens any more long after the last claim.
  const to = range === 'all' ? (period.last ?? today) : today;
  const isLong = from < addDays(to, -maxDaysShown);
  const recent = sql`(select * from ${rows} as counted where filed_day >= ${from})`;
  const all = { rows, labels };
  const figures = await Promise.all([
    computeFigure(database, isLong ? claimsByWeek : claimsByDay, { rows: recent, labels, from, to }),
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
    range,
    today,
    from: period.first === null ? null : from,
    last: period.last,
    figures,
    waiting: [documents, ...waiting],
  };
}

async function findPeriod({ database }: DashboardContext, cases: readonly string[]) {
  const { rows } = await sql<{
    first: string | null;
    last: string | null;
    oldestWaiting: string | null;
    waiting: number;
  }>`
    select min(filed_day) as first, max(filed_day) as last,
      min(filed_day) filter (where status = 'waiting-documents') as "oldestWaiting",
      coalesce(sum(claims) filter (where status = 'waiting-documents'), 0)::float8 as waiting
    from claim_counts where case_id = any(${cases}::text[]) and claims > 0`.execute(database);
  return rows[0] ?? { first: null, last: null, oldestWaiting: null, waiting: 0 };
}
