import { type Throughput, workApi } from '@redress/contract/console/work';
import { dayIn } from '@redress/forms/court-day';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { countWaitingApprovals } from '../approvals/list-approvals.ts';
import { countMatching } from '../claim-list/read-claims.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import { countLettersToBatch } from '../letters/letter-batches.ts';
import { countDue } from '../letters/letters-due.ts';
import { countOpenDisputes } from '../letters/read-answers.ts';
import { countRequests } from '../lost-ids/read-id-requests.ts';
import { countWaitingAddresses } from '../members/member-addresses.ts';
import { countToReview, countToSettle } from '../quality/second-reviews.ts';
import { countAssigned, countByAssignee, countOfOthers, countQueue, isReviewableRow } from '../review/queue-counts.ts';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { sql } from 'kysely';
import { isDueBy } from '../claim-list/claim-conditions.ts';

/** `/api/console/work`: counts for the navigation and first screen, and each reviewer's day. */
export async function workRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, workApi);
  const { database, settlement, now } = context;
  route('GET /work', { access: 'signed-in', reads: 'nothing' }, async (request) => {
    const person = staffOf(request);
    const { id, permitted } = person;
    const today = dayIn(settlement.site.timeZone, now());
    const mayDecide = permitted.decide.length > 0;
    const without = await listBlindClaimIds(database, id);
    const dueClaims = { filters: { 'cure-due': today }, cases: permitted.claims, without };
    // Each count uses the query of the screen to which it leads.
    const [
      assigned,
      returned,
      toReview,
      ofOthers,
      due,
      requests,
      disputes,
      letters,
      posted,
      lost,
      addresses,
      toSettle,
      secondReviews,
    ] = await Promise.all([
      mayDecide ? countAssigned(database, id) : 0,
      mayDecide ? countAssigned(database, id, { reason: 'reopened' }) : 0,
      mayDecide ? countQueue(database, {}, permitted.decide, id) : 0,
      mayDecide ? countOfOthers(database, permitted.decide, id) : 0,
      mayDecide ? countMatching(database, dueClaims) : undefined,
      countWaitingApprovals(context, person),
      mayDecide ? countOpenDisputes(database, { cases: permitted.decide, without }) : 0,
      permitted.letters.length > 0 ? countDue(database, permitted.letters, without) : [],
      permitted.supervise.length > 0 ? countLettersToBatch(database, permitted.supervise) : [],
      permitted.members.length > 0 ? countRequests(database, permitted.members) : undefined,
      permitted.members.length > 0 ? countWaitingAddresses(database, permitted.members, id) : 0,
      permitted.supervise.length > 0 ? countToSettle(database, id, { cases: permitted.supervise, without }) : 0,
      mayDecide ? countToReview(database, id, permitted.decide) : 0,
    ]);
    const idRequests = lost?.open ?? 0;
    const counts = { assigned, returned, toReview, ofOthers, due: due?.value ?? 0 };
    const lettersDue = letters.reduce((sum, { claims }) => sum + claims, 0);
    const lettersToBatch = posted.reduce((sum, waiting) => sum + waiting.letters, 0);
    const letterCounts = { lettersDue, lettersToBatch };
    return { ...counts, today, ...requests, disputes, ...letterCounts, idRequests, addresses, toSettle, secondReviews };
  });
  route('GET /work/throughput', { access: 'supervise', reads: 'nothing' }, async (request) => {
    const without = await listBlindClaimIds(database, staffOf(request).id);
    return readThroughput(context, { cases: casesWith(request, 'supervise'), without });
  });
}

/** A longer pause between two decisions is a break, not work on one claim. */
const maxPauseMinutes = 30;

/**
 * The decisions of each reviewer today, in the settlement's time zone, and their open claims.
 * Undone decisions are left out.
 * @param without IDs of claims to leave out, as in lists
 */
async function readThroughput(
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
