import {
  type ClaimFlag,
  claimFlags,
  type Queue,
  type QueueReason,
  queueReasons,
  type Queues,
  reviewableStatuses,
} from '@redress/contract/console/review';
import { type RawBuilder, sql } from 'kysely';
import { flagColumns } from '../search/derive-rows.ts';
import { countsWithout } from '../search/write-rows.ts';
import { listBlindClaimIds, listInClusterSamples } from '../sign-in/blind-reviews.ts';
import type { Database } from '../../platform/database/pool.ts';

/** PostgreSQL uses the partial indexes only for conditions that equal their predicates. */
export const isReviewableRow = sql<boolean>`status in (${sql.join(reviewableStatuses.map((status) => sql.lit(status)))})`;

/** SQL: the condition for a reason to be in a queue, as in the indexes. */
export function reasonCondition(reason: QueueReason): RawBuilder<boolean> {
  if (reason !== 'none') return sql<boolean>`${sql.ref(flagColumns[reason])}`;
  const columns = claimFlags.map((flag) => sql.ref(flagColumns[flag]));
  return sql<boolean>`not (${sql.join(columns, sql` or `)})`;
}

/** The conditions of a queue on columns that the counts also have. */
export function queueConditions(queue: Queue, cases: readonly string[]): RawBuilder<boolean>[] {
  const { case: caseId, form, reason } = queue;
  return [
    sql<boolean>`case_id = any(${cases.filter((each) => caseId === undefined || each === caseId)}::text[])`,
    ...(form === undefined ? [] : [sql<boolean>`form_id = ${form}`]),
    ...(reason === undefined ? [] : [reasonCondition(reason)]),
  ];
}

/**
 * Counts the claims of these cases that can be reviewed, by the reason for their review, and those
 * of them that only other people can take.
 */
export async function countQueues(
  database: Database,
  cases: readonly string[],
  staffId: string | null,
): Promise<Queues['queues']> {
  const columns = sql.join(claimFlags.map((flag) => sql.ref(flagColumns[flag])));
  const without = await listUncounted(database, staffId);
  const { rows } = await sql<CountedRow>`
    select case_id, form_id, ${columns}, sum(claims)::float8 as claims, sum(others)::float8 as others, min(filed_day) as oldest
    from (
      select case_id, form_id, ${columns}, status, filed_day, claims, 0 as others from ${countsWithout(without)} as counts
      union all
      select case_id, form_id, ${columns}, status, filed_day, 0, 1 from claim_search
      where ${isReviewableRow} and assignee is not null and assignee <> ${staffId}::uuid and claim_id <> all(${without}::bigint[])
    ) as counted
    where ${isReviewableRow} and claims + others > 0 and ${sql.join(queueConditions({}, cases), sql` and `)}
    group by case_id, form_id, ${columns}
    order by case_id, form_id`.execute(database);
  const groups = Map.groupBy(rows, ({ case_id: caseId, form_id: formId }) => JSON.stringify([caseId, formId]));
  return [...groups.values()].flatMap((group) =>
    queueReasons.flatMap((reason) => {
      const counted = group.filter((row) => hasReason(row, reason));
      const [first] = counted;
      if (!first) return [];
      const claims = counted.reduce((sum, row) => sum + row.claims, 0);
      const others = counted.reduce((sum, row) => sum + row.others, 0);
      const oldest = counted.reduce((day, row) => (row.oldest < day ? row.oldest : day), first.oldest);
      return [{ caseId: first.case_id, formId: first.form_id, reason, claims, others, oldest }];
    }),
  );
}

/** The flags that counted claims have in common. */
export type CountedFlags = Readonly<Record<(typeof flagColumns)[ClaimFlag], boolean>>;

interface CountedRow extends CountedFlags {
  readonly case_id: string;
  readonly form_id: string;
  readonly claims: number;
  readonly others: number;
  readonly oldest: string;
}

/** Whether counted claims are in a reason's queue. */
export function hasReason(row: CountedFlags, reason: QueueReason): boolean {
  return reason === 'none' ? claimFlags.every((flag) => !row[flagColumns[flag]]) : row[flagColumns[reason]];
}

/** Maximum claims that counts leave out because they were just decided. */
const maxJustDecided = 1_000;

/**
 * The claims that a person's counts leave out: those they review a second time or in a sample of a
 * cluster, and those decided since the search rows, which follow within seconds, were last updated.
 */
async function listUncounted(database: Database, staffId: string | null): Promise<string[]> {
  const blind = staffId === null ? [] : await listBlindClaimIds(database, staffId);
  const sampled = staffId === null ? [] : (await listInClusterSamples(database, staffId)).map(({ id }) => id);
  const { last_entry: after } = await database
    .selectFrom('claim_search_progress')
    .select('last_entry')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: string }>`
    select distinct claim_id as id from (
      select claim_id from claim_history where id > ${after} and kind = 'claim-decided'
      order by id desc limit ${maxJustDecided}
    ) as decided join claim_review using (claim_id) where not ${isReviewableRow}`.execute(database);
  return [...new Set([...blind, ...sampled, ...rows.map(({ id }) => id)])];
}

/** Counts a queue's claims that can be reviewed, including those leased to others. */
export async function countQueue(
  database: Database,
  queue: Queue,
  cases: readonly string[],
  staffId: string,
): Promise<number> {
  const conditions = sql.join([isReviewableRow, ...queueConditions(queue, cases)], sql` and `);
  if (queue.mine === true) return countRows(database, staffId, conditions);
  const without = await listUncounted(database, staffId);
  const { rows } = await sql<{ claims: number }>`
    select coalesce(sum(claims), 0)::float8 as claims from ${countsWithout(without)} as counts where ${conditions}`.execute(
    database,
  );
  return rows[0]?.claims ?? 0;
}

/** Counts the reviewable claims that are assigned to a person, in all their cases. */
export const countAssigned = (database: Database, staffId: string, { reason }: Pick<Queue, 'reason'> = {}) =>
  countRows(
    database,
    staffId,
    reason === undefined ? isReviewableRow : sql`${isReviewableRow} and ${reasonCondition(reason)}`,
  );

async function countRows(database: Database, staffId: string, conditions: RawBuilder<unknown>): Promise<number> {
  const without = await listUncounted(database, staffId);
  const own = sql`assignee = ${staffId}::uuid and ${conditions}`;
  return (await countByAssignee(database, own, { without })).get(staffId) ?? 0;
}

/** Counts the claims of all queues that are assigned to others, so that a person cannot take them. */
export async function countOfOthers(database: Database, cases: readonly string[], staffId: string): Promise<number> {
  const without = await listUncounted(database, staffId);
  const counted = await countByAssignee(database, isReviewableRow, { cases, without });
  return [...counted].reduce((sum, [assignee, claims]) => (assignee === staffId ? sum : sum + claims), 0);
}

/** Counts assigned claims of a kind for each person with any. Without `cases`: in all cases. */
export async function countByAssignee(
  database: Database,
  conditions: RawBuilder<unknown>,
  { cases, without }: { readonly cases?: readonly string[]; readonly without: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const isInCase = cases === undefined ? sql`true` : sql`case_id = any(${cases}::text[])`;
  const { rows } = await sql<{ assignee: string; claims: number }>`
    select assignee, count(*)::float8 as claims from claim_search
    where assignee is not null and ${isInCase} and claim_id <> all(${without}::bigint[]) and ${conditions}
    group by assignee`.execute(database);
  return new Map(rows.map(({ assignee, claims }) => [assignee, claims]));
}
