import type { Queue } from '@redress/contract/console/review';
import type { Settlement } from '@redress/contract/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { hasDecidedDisputed } from './refuse-to-decide.ts';
import { isReviewableRow, queueConditions, reasonCondition } from './queue-counts.ts';

/** A claim in a queue with its position. */
export interface Candidate {
  readonly id: string;
  /** The queue's sort value, as PostgreSQL writes it. */
  readonly key: string;
  /** Whether the claim's review lets the person take it. */
  readonly isFree: boolean;
}

/** More claims than a hundred people usually lease at the same moment. */
const candidatesPerBatch = 200;

export interface QueueOfPerson {
  readonly queue: Queue;
  readonly cases: readonly string[];
  readonly staffId: string;
  /** Numbers of claims to leave out. */
  readonly skip: readonly string[];
  readonly at: Date;
}

/** SQL: whether a claim's review lets a person take it. */
export const isFreeFor = (staffId: string, at: Date) =>
  sql<boolean>`(${isReviewableRow} and (leased_until is null or leased_until <= ${at} or leased_by = ${staffId}::uuid)
    and (assignee is null or assignee = ${staffId}::uuid) and not ${hasDecidedDisputed(staffId)})`;

/**
 * The next claims of a queue in its order, oldest first by default. Search rows follow reviews only
 * within seconds, so a lease checks the review again.
 */
export async function findCandidates(
  database: Database,
  settlement: Pick<Settlement, 'claimForms'>,
  { queue, cases, staffId, skip, at }: QueueOfPerson,
  after?: Candidate,
): Promise<Candidate[]> {
  const { key, type, isDescending } = orders[queue.order ?? 'oldest'];
  const direction = isDescending ? sql`desc` : sql`asc`;
  const isSkipped = sql<boolean>`claim_id = any(array(select id from claims where number = any(${skip}::text[])))`;
  const beyond = after
    ? [sql<boolean>`(${key}, claim_id) ${isDescending ? sql`<` : sql`>`} (${after.key}::${type}, ${after.id}::bigint)`]
    : [];
  const select = (conditions: readonly RawBuilder<boolean>[]) => sql`(
    select claim_id, ${key} as key from claim_search
    where ${sql.join([isReviewableRow, ...conditions, ...beyond, sql`not ${isSkipped}`], sql` and `)}
    order by ${key} ${direction}, claim_id ${direction} limit ${sql.lit(candidatesPerBatch)})`;
  const ofReason = queue.reason === undefined ? [] : [reasonCondition(queue.reason)];
  const forms = queue.mine === true ? [] : formsOf(settlement, queue, cases);
  const parts = [
    select([sql<boolean>`assignee = ${staffId}::uuid`, ...queueConditions(queue, cases)]),
    ...forms.map(({ caseId, id }) =>
      // Thousands in a row may be assigned to others: an index leaves them out.
      select([
        sql<boolean>`assignee is null`,
        sql<boolean>`case_id = ${caseId}`,
        sql<boolean>`form_id = ${id}`,
        ...ofReason,
      ]),
    ),
  ];
  // Reviews are looked up last: in the order of amounts, many claims of a reason are sorted first.
  const { rows } = await sql<Candidate>`
    select claim_id as id, key::text, coalesce((
      select ${isFreeFor(staffId, at)} from claim_review where claim_review.claim_id = candidate.claim_id), true) as "isFree"
    from (
      select claim_id, key from (${sql.join(parts, sql` union all `)}) as part
      order by part.key ${direction}, claim_id ${direction} limit ${sql.lit(candidatesPerBatch)}
    ) as candidate
    order by candidate.key ${direction}, claim_id ${direction}`.execute(database);
  return rows;
}

const orders = {
  oldest: { key: sql`filed_at`, type: sql`timestamptz`, isDescending: false },
  newest: { key: sql`filed_at`, type: sql`timestamptz`, isDescending: true },
  amount: { key: sql`coalesce(amount, -1)`, type: sql`numeric`, isDescending: true },
} as const;

/** One query per form, so that each reads its own part of an index. */
function formsOf({ claimForms }: Pick<Settlement, 'claimForms'>, queue: Queue, cases: readonly string[]) {
  const forms = claimForms.filter(
    ({ id, caseId }) =>
      cases.includes(caseId) &&
      (queue.case === undefined || queue.case === caseId) &&
      (queue.form === undefined || queue.form === id),
  );
  return [...new Map(forms.map((form) => [`${form.caseId} ${form.id}`, form])).values()];
}
