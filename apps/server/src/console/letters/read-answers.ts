import {
  type DeficiencyAnswer,
  type Dispute,
  type ListedDispute,
  maxDecidedDisputes,
  maxOpenDisputes,
} from '@redress/contract/console/letters';
import type { Settlement } from '@redress/contract/settlement';
import { amountGround } from '@redress/contract/status-page';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { formatAmount, parseAmount } from '../review/recognized-amount.ts';
import { hasDecidedDisputed } from '../review/refuse-to-decide.ts';

/** A reason of a decision as staff know it. */
const reasonLabel = ({ review }: Pick<Settlement, 'review'>, id: string): string =>
  id === amountGround ? 'The recognized amount' : (review.reasons.find((reason) => reason.id === id)?.label ?? id);

/** The answers to a claim's deficiencies. Without `seesAnswers`, what claimants wrote is left out. */
export async function readAnswersOf(
  database: Database,
  settlement: Settlement,
  claimId: string,
  seesAnswers: boolean,
): Promise<DeficiencyAnswer[]> {
  const rows = await database
    .selectFrom('deficiency_answers')
    .select(['id', 'at', 'late', 'items'])
    .where('claim_id', '=', claimId)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ id, at, late, items }) => ({
    id,
    at: at.toISOString(),
    late,
    items: (items ?? []).map(({ reason, statement, documents }) => ({
      reason: reasonLabel(settlement, reason),
      statement: seesAnswers ? statement : null,
      documents: [...documents],
    })),
  }));
}

/** SQL: no decision ended a dispute yet, which its claim still needs as of a row `review`. */
const isOpen = sql<boolean>`(ended.decision_id is null and review.status not in ('withdrawn', 'void'))`;

/** SQL: how a dispute ended. Null while it is open. Later decisions do not change it. */
const outcome = sql<Dispute['outcome']>`case
  when ${isOpen} then null
  when ended.decision_id is null then 'withdrawn'
  when (decided.outcome, decided.recognized_amount, decided.reasons)
    is not distinct from (again.outcome, again.recognized_amount, again.reasons) then 'upheld'
  else 'changed' end`;

interface DisputeRow extends Omit<Dispute, 'filedAt'> {
  readonly filed_at: Date;
}

const describe = (
  settlement: Settlement,
  { filed_at: filedAt, grounds, statement, ...row }: DisputeRow,
  seesAnswers: boolean,
): Dispute => ({
  ...row,
  filedAt: filedAt.toISOString(),
  grounds: grounds.map((ground) => reasonLabel(settlement, ground)),
  statement: seesAnswers ? statement : null,
});

const columns = sql`
  disputes.id, disputes.filed_at, disputes.channel, disputes.late, disputes.grounds, disputes.statement, disputes.documents,
  ${outcome} as outcome`;
/**
 * SQL: disputes, each with its `review` and with the first decision that took effect after it, which
 * `ended` it. Rows are found one by one, because few claims are disputed and there may be a million.
 */
const reviewed = sql`
  disputes
  cross join lateral (select * from claim_review where claim_review.claim_id = disputes.claim_id offset 0) review
  left join lateral (
    select (released.details->>'decisionId')::uuid as decision_id
    from claim_history released join claim_history filed using (claim_id)
    where claim_id = disputes.claim_id and released.kind = 'decision-released' and filed.kind = 'dispute-filed'
      and filed.details->>'disputeId' = disputes.id::text and released.position > filed.position
    order by released.position limit 1
  ) ended on true`;
const tables = sql`
  ${reviewed}
  cross join lateral (select * from claim_decisions where id = disputes.decision_id offset 0) decided
  left join lateral (select * from claim_decisions where id = ended.decision_id offset 0) again on true`;

export async function readDisputesOf(
  database: Database,
  settlement: Settlement,
  claimId: string,
  seesAnswers: boolean,
): Promise<Dispute[]> {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from ${tables} where disputes.claim_id = ${claimId} order by filed_at desc`.execute(database);
  return rows.map((row) => describe(settlement, row, seesAnswers));
}

interface Viewer {
  readonly id: string;
  readonly cases: readonly string[];
  /** The cases in which the person sees answers. */
  readonly answerCases: readonly string[];
  /** IDs of claims to leave out, as in lists. */
  readonly without: readonly string[];
}

/** SQL: the disputes of some cases, each with the `review` of its claim, and a condition at the end. */
const disputesOf = ({ cases, without }: Pick<Viewer, 'cases' | 'without'>) => sql`
  ${reviewed}
  where review.case_id = any(${cases}::text[]) and disputes.claim_id <> all(${without}::bigint[])`;

/** Lists the disputes of some cases: the oldest open ones, then the newest decided ones. */
export async function listDisputes(
  database: Database,
  settlement: Settlement,
  { id, cases, answerCases, without }: Viewer,
): Promise<ListedDispute[]> {
  const { rows } = await sql<DisputeRow & Omit<ListedDispute, keyof Dispute>>`
    with known as materialized (
      select disputes.id, disputes.filed_at, ${isOpen} as is_open from ${disputesOf({ cases, without })}
    ), listed as materialized (
      (select * from known where is_open order by filed_at limit ${maxOpenDisputes})
      union all (select * from known where not is_open order by filed_at desc limit ${maxDecidedDisputes})
    )
    select ${columns}, claims.number as claim, claims.case_id as "caseId", decided.outcome as decided,
      decided.recognized_amount::text as amount,
      (select ${hasDecidedDisputed(id)} from claim_review where claim_review.claim_id = claims.id) as "isOwn",
      staff.name as assignee
    from listed join (${tables}) on disputes.id = listed.id
    join claims on claims.id = disputes.claim_id left join staff on staff.id = review.assignee
    order by is_open desc, case when is_open then listed.filed_at end, listed.filed_at desc`.execute(database);
  return rows.map(({ claim, caseId, decided, amount, isOwn, assignee, ...row }) => ({
    claim,
    caseId,
    decided,
    amount: amount === null ? null : formatAmount(parseAmount(amount)),
    isOwn,
    assignee,
    ...describe(settlement, row, answerCases.includes(caseId)),
  }));
}

/** Counts the undecided disputes, as listed. */
export async function countOpenDisputes(
  database: Database,
  { cases, without }: Pick<Viewer, 'cases' | 'without'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${disputesOf({ cases, without })} and ${isOpen}`.execute(database);
  return rows[0]?.count ?? 0;
}
