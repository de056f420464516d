import {
  type Approval,
  type Approvals,
  maxApprovedTogether,
  maxListedApprovals,
} from '@redress/contract/console/approvals';
import { claimFlags } from '@redress/contract/console/review';
import { type RawBuilder, sql } from 'kysely';
import { readRanges } from '../../claims/filing/claimed-range.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import {
  bulkJobOfApproval,
  claimOfApproval,
  clusterOfApproval,
  describeApproval,
  holds,
  allocationOfApproval,
  fundOfApproval,
  isApprovedTogether,
  isVisibleTo,
  listApprovalKinds,
  mayDecide,
  refuseToApprove,
} from './approvals.ts';
import { flagColumns } from '../search/derive-rows.ts';
import { listReviewedBlind } from '../sign-in/blind-reviews.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';

/** A longer list belongs in the access log. */
const maxDecided = 100;

/**
 * Lists the waiting requests that the person may see, other people's and the oldest first, and the
 * latest decisions.
 * @param kind only requests of this kind
 */
export async function listApprovals(context: ConsoleContext, person: StaffMember, kind?: string): Promise<Approvals> {
  const { database } = context;
  const isVisible = await visibleTo(context, person);
  const stored = database
    .selectFrom('approvals')
    .innerJoin('staff as asker', 'asker.id', 'asked_by')
    .leftJoin('staff as decider', 'decider.id', 'decided_by')
    .selectAll('approvals')
    .select(['asker.name as askerName', 'decider.name as deciderName'])
    .where(isVisible)
    .where(kind === undefined ? sql<boolean>`true` : sql<boolean>`approvals.kind = ${kind}`);
  const waiting = stored
    .where('decision', 'is', null)
    .orderBy(sql`asked_by = ${person.id}`)
    .orderBy('asked_at')
    .orderBy('approvals.id')
    .limit(maxListedApprovals);
  const decided = stored.where('decision', 'is not', null).orderBy('decided_at', 'desc').limit(maxDecided);
  const visible = [...(await waiting.execute()), ...(await decided.execute())];
  const numbers = visible.flatMap((approval) => claimOfApproval(approval) ?? []);
  const claims = await describeClaims(context, numbers, person.permitted.claims);
  const jobIds = visible.flatMap((approval) => bulkJobOfApproval(approval) ?? []);
  const rules = await findRules(database, jobIds);
  const decidable = visible.filter((approval) => mayDecide(context, person, approval));
  const refusals = await refuseToApprove(database, decidable, person.id);
  const approvals = await Promise.all(
    visible.map(async (approval): Promise<Approval> => {
      const isForPerson = decidable.includes(approval);
      const refusal = refusals.get(approval.id) ?? null;
      return {
        id: approval.id,
        kind: approval.kind,
        claim: claims.get(claimOfApproval(approval) ?? '') ?? null,
        bulkJob: bulkJobOfApproval(approval) ?? null,
        rule: rules.get(bulkJobOfApproval(approval) ?? '') ?? null,
        cluster: clusterOfApproval(approval) ?? null,
        fund: fundOfApproval(approval) ?? null,
        allocation: allocationOfApproval(approval) ?? null,
        mayJoin: isApprovedTogether(approval) && isForPerson && refusal === null,
        what: await describeApproval(context, approval),
        reason: approval.reason,
        askedBy: approval.askerName,
        askedAt: approval.asked_at.toISOString(),
        isOwn: approval.asked_by === person.id,
        mayDecide: isForPerson,
        refusal,
        decision: approval.decision,
        decidedBy: approval.deciderName,
        decidedAt: approval.decided_at?.toISOString() ?? null,
        // It may name people.
        decisionReason:
          person.permitted.approve.length > 0 || holds(context, person, 'answers', approval)
            ? approval.decision_reason
            : '',
      };
    }),
  );
  const together = approvals.filter(({ mayJoin }) => mayJoin).slice(0, maxApprovedTogether);
  const denials = await sumDenials(
    database,
    together.map(({ id }) => id),
  );
  return { approvals, kinds: await countKinds(database, isVisible), denials };
}

/** Counts the denials among these requests, and what their claims claim. Null without denials. */
async function sumDenials(database: Database, ids: readonly string[]): Promise<Approvals['denials']> {
  const { rows } = await sql<NonNullable<Approvals['denials']>>`
    select count(*)::int as claims, coalesce(sum(amount), 0)::text as amount,
      (count(*) filter (where amount is null))::int as "withoutAmount"
    from approvals join claim_search on number = details->>'claim'
    where approvals.id = any(${ids}::uuid[]) and details->>'outcome' = 'deny' having count(*) > 0`.execute(database);
  return rows[0] ?? null;
}

const visibleTo = async (context: ConsoleContext, person: StaffMember): Promise<RawBuilder<boolean>> =>
  sql<boolean>`(${isVisibleTo(context, person, await listReviewedBlind(context.database, person.id))})`;

/** Counts waiting requests: those of other people, and the person's own. */
export async function countWaitingApprovals(
  context: ConsoleContext,
  person: StaffMember,
): Promise<{ approvals: number; asked: number }> {
  const { rows } = await sql<{ approvals: number; asked: number }>`
    select count(*) filter (where asked_by <> ${person.id})::int as approvals,
      count(*) filter (where asked_by = ${person.id})::int as asked
    from approvals where decision is null and ${await visibleTo(context, person)}`.execute(context.database);
  return rows[0] ?? { approvals: 0, asked: 0 };
}

/** The kinds of waiting and recently decided requests. Counts include requests beyond the list. */
async function countKinds(database: Database, isVisible: RawBuilder<boolean>): Promise<Approvals['kinds']> {
  const { rows } = await sql<{ kind: string; waiting: number }>`
    select kind, sum(waiting)::int as waiting from (
      select kind, count(*) as waiting from approvals where decision is null and ${isVisible} group by kind
      union all
      select kind, 0 from (
        select kind from approvals where decision is not null and ${isVisible} order by decided_at desc limit ${maxDecided}
      ) as decided
    ) as known group by kind`.execute(database);
  const counts = new Map(rows.map(({ kind, waiting }) => [kind, waiting]));
  return listApprovalKinds().flatMap(({ kind, label }) => {
    const waiting = counts.get(kind);
    return waiting === undefined ? [] : [{ kind, label, waiting }];
  });
}

/** The facts about claims that a second person needs, without personal data, by claim number. */
async function describeClaims(
  { database, settlement }: Pick<ConsoleContext, 'database' | 'settlement'>,
  numbers: readonly string[],
  cases: readonly string[],
): Promise<Map<string, NonNullable<Approval['claim']>>> {
  if (numbers.length === 0) return new Map();
  const rows = await database
    .selectFrom('claim_search')
    .selectAll()
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .where('case_id', '=', sql<string>`any(${cases}::text[])`)
    .execute();
  const claims = rows.map(({ claim_id: id, form_id: formId }) => ({ id, formId }));
  const ranges = await readRanges(database, settlement, claims);
  return new Map(
    rows.map(({ claim_id: id, number, form_id: formId, amount, ...row }) => {
      const flags = claimFlags.filter((flag) => row[flagColumns[flag]]);
      return [number, { number, formId, amount, range: ranges.get(id) ?? null, flags }];
    }),
  );
}

/** The versions of rules whose runs are released, by the ID of the bulk action. */
async function findRules(
  database: Database,
  jobIds: readonly string[],
): Promise<Map<string, NonNullable<Approval['rule']>>> {
  if (jobIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('bulk_jobs')
    .innerJoin('rule_runs', 'rule_runs.id', 'run_id')
    .innerJoin('rules', 'rules.id', 'rule_id')
    .select(['bulk_jobs.id as job', 'rules.id', 'rules.name', 'rule_runs.version'])
    .where('bulk_jobs.id', 'in', jobIds)
    .execute();
  return new Map(rows.map(({ job, ...rule }) => [job, rule]));
}
