import type { Throughput } from '@redress/contract/console/work';
import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { isDueBy } from '../claim-list/claim-conditions.ts';
import type { ConsoleContext } from '../context.ts';
import { countByAssignee, isReviewableRow } from '../review/queue-counts.ts';

/** A longer pause between two decisions is a break, not work on one claim. */
const maxPauseMinutes = 30;

/**
 * The decisions of each reviewer today, in the settlement's time zone, and their open claims.
 * Undone decisions are left out.
 * @param without IDs of claims to leave out, as in lists
 */
export async function readThroughput(
  { database, settlement, now }: Pick<ConsoleContext, 'database' | 'settlement' | 'now'>,
  scope: { readonly cases: readonly string[]; readonly without: readonly string[] },
): Promise<Throughput> {
  const { timeZone } = settlement.site;
  const today = dayIn(timeZone, now());
  const [open, due] = await Promise.all([
    countByAssignee(database, isReviewableRow, scope),
    countByAssignee(database, isDueBy(today), scope),
  ]);
  // Starts from the few people, because the index of decisions begins with them.
  const { rows } = await sql<Omit<Throughput['reviewers'][number], 'open' | 'due'>>`
    with made as (
      select staff_id, outcome, source, review.status, ended.kind as ended,
        extract(epoch from at - lag(at) over (partition by staff_id, source order by at))::float8 as seconds
      from staff join claim_decisions decision on staff_id = staff.id
        and at >= ${today}::date::timestamp at time zone ${timeZone}
      join claims on claims.id = decision.claim_id and claims.case_id = any(${scope.cases}::text[])
        and claims.id <> all(${scope.without}::bigint[])
      left join claim_review review on review.claim_id = decision.claim_id and review.decision_id = decision.id
      left join lateral (
        select kind from claim_history entry
        where entry.claim_id = decision.claim_id and details->>'decisionId' = decision.id::text
          and kind in ('decision-undone', 'decision-declined')
        order by position limit 1
      ) as ended on true
    ),
    counted as (
      select staff_id,
        ${sql.join(
          (['approve', 'reduce', 'deficient', 'deny'] as const).map(
            (outcome) =>
              sql`count(*) filter (where outcome = ${outcome} and source = 'reviewer')::int as ${sql.ref(outcome)}`,
          ),
        )},
        count(*) filter (where source <> 'reviewer')::int as together,
        count(*) filter (where status = 'proposed')::int as prepared,
        count(*) filter (where status <> 'proposed')::int as released,
        count(*) filter (where ended = 'decision-declined')::int as returned
      from made where ended is distinct from 'decision-undone' group by staff_id
    ),
    paced as (
      select staff_id, percentile_cont(0.5) within group (order by seconds) as "medianSeconds"
      from made where source = 'reviewer' and seconds <= ${maxPauseMinutes * 60} group by staff_id
    )
    select id, name, coalesce(approve, 0) as approve, coalesce(reduce, 0) as reduce,
      coalesce(deficient, 0) as deficient, coalesce(deny, 0) as deny, coalesce(together, 0) as together,
      coalesce(prepared, 0) as prepared, coalesce(released, 0) as released, coalesce(returned, 0) as returned,
      "medianSeconds"
    from staff left join counted on counted.staff_id = id left join paced on paced.staff_id = id
    where counted.staff_id is not null or id = any(${[...open.keys(), ...due.keys()]}::uuid[])
    order by name, id`.execute(database);
  return { today, reviewers: rows.map((row) => ({ ...row, open: open.get(row.id) ?? 0, due: due.get(row.id) ?? 0 })) };
}
