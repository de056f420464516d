import type { ReviewStatus } from '@redress/contract/console/review';
import { type Selectable, sql, type Updateable } from 'kysely';
import {
  addHistoryEntries,
  addHistoryEntry,
  type HistoryEvent,
  lockClaim,
  lockClaims,
} from '../../claims/history/claim-history.ts';
import { isAllocated } from '../../claims/payments/read-payments.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { ClaimReviewTable } from '../../claims/status/tables.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { withdrawApproval } from '../approvals/decide-approval.ts';
import type { ConsoleContext } from '../context.ts';
import { findMissingDocuments, statusWithoutReview } from '../search/derive-rows.ts';

export interface ReviewedClaim {
  readonly id: string;
  readonly number: string;
}
export type Review = Selectable<ClaimReviewTable>;

/** Columns to clear when the decision in force ends. */
export const withoutDecision = {
  decision_id: null,
  reasons: [],
  recognized_amount: null,
  pool: null,
  release_at: null,
  approval_id: null,
  cure_due: null,
} as const satisfies Updateable<ClaimReviewTable>;
/** Columns to clear when a lease ends. */
export const withoutLease = { leased_by: null, leased_until: null } as const satisfies Updateable<ClaimReviewTable>;

type ReviewContext = Pick<ConsoleContext, 'settlement'>;

/**
 * Locks a claim and its review until the transaction ends. A claim without a review gets one now,
 * with the status that follows from its documents. A claim of a frozen allocation counts as final
 * before the job has reached it.
 * @throws ProblemError `changed-meanwhile` after a purge
 */
export async function lockReview(
  transaction: Database,
  context: ReviewContext,
  claim: { readonly id: string },
): Promise<Review> {
  const status = await lockClaim(transaction, claim);
  if (status === 'purged')
    throw consoleProblem(
      'changed-meanwhile',
      'The personal data of this claim was deleted, so it can no longer be decided.',
    );
  await ensureReviews(transaction, context, [claim.id]);
  const review = await transaction
    .selectFrom('claim_review')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isDecided = review.status === 'approved' || review.status === 'reduced';
  return isDecided && (await isAllocated(transaction, claim.id)) ? { ...review, status: 'final' } : review;
}

type Withdrawal = Parameters<typeof withdrawApproval>[3];

/**
 * Locks a claim, its review and the request that its decision waits for. The request comes first,
 * in the same order as in an approval, so that neither waits for the other.
 * @param options `isBatch`: fails instead of waiting for a request, because it holds other claims
 * @returns the review, and a function that withdraws the request, if there is one: without `by`,
 *   in the name of the person who asked
 * @throws ProblemError `conflict` from the function when the request was decided between the two
 *   locks
 */
export async function lockReviewAndApproval(
  transaction: Database,
  context: Pick<ConsoleContext, 'keys'> & ReviewContext,
  claim: { readonly id: string },
  { isBatch = false } = {},
) {
  const request = transaction
    .selectFrom('claim_review')
    .innerJoin('approvals', 'approvals.id', 'claim_review.approval_id')
    .select(['approvals.id', 'asked_by'])
    .where('claim_id', '=', claim.id)
    .where('decision', 'is', null)
    .forUpdate('approvals');
  const waiting = await (isBatch ? request.noWait() : request).executeTakeFirst();
  const review = await lockReview(transaction, context, claim);
  const withdraw = async (decision: Omit<Withdrawal, 'by'> & Partial<Withdrawal>) => {
    if (review.status !== 'proposed' || review.approval_id === null) return;
    if (waiting?.id !== review.approval_id)
      throw consoleProblem('conflict', 'Another person is deciding this claim right now. Try again.');
    await withdrawApproval(transaction, context, waiting.id, { by: waiting.asked_by, ...decision });
  };
  return { review, withdraw };
}

/**
 * Inserts missing reviews of claims. Their documents are read now: search rows may be older, and
 * the job that follows documents may be past these claims.
 */
export async function ensureReviews(
  transaction: Database,
  context: ReviewContext,
  claimIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; case_id: string }>`
    select id, case_id from claims
    where id = any(${claimIds}::bigint[]) and not exists (select from claim_review where claim_id = claims.id)
    order by id`.execute(transaction);
  if (rows.length === 0) return;
  const missing = await findMissingDocuments(
    transaction,
    context,
    rows.map(({ id }) => id),
  );
  await transaction
    .insertInto('claim_review')
    .values(rows.map(({ id, case_id }) => ({ claim_id: id, case_id, status: statusWithoutReview(missing.has(id)) })))
    .onConflict((conflict) => conflict.column('claim_id').doNothing())
    .execute();
}

/** A decision takes these into account, besides the claim's status. */
export const decidedUpon = ['answer-sent', 'document-stored', 'claim-corrected'] as const;

/** A claim's version: the number of its status changes, answers, documents and corrections. */
export async function readReviewVersion(
  database: Database,
  { claim_id: claimId, version }: Pick<Review, 'claim_id' | 'version'>,
): Promise<number> {
  const { count } = await database
    .selectFrom('claim_history')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('claim_id', '=', claimId)
    .where('kind', 'in', decidedUpon)
    .executeTakeFirstOrThrow();
  return version + Number(count);
}

/**
 * @throws ProblemError `changed-meanwhile` unless the person saw the current version of the
 *   locked claim
 */
export async function requireVersion(database: Database, review: Review, seen: number): Promise<void> {
  if ((await readReviewVersion(database, review)) !== seen)
    throw consoleProblem(
      'changed-meanwhile',
      'This claim has changed since you opened it. Check it again before you decide.',
    );
}

export interface StatusChange {
  readonly to: ReviewStatus;
  /** Other columns that change with the status. */
  readonly set?: Omit<Updateable<ClaimReviewTable>, 'claim_id' | 'case_id' | 'status' | 'version'>;
  /** Makes the entry for the claim's history. */
  readonly event: (moved: { readonly from: ReviewStatus; readonly to: ReviewStatus }) => HistoryEvent;
}

/**
 * Changes the statuses of claims whose reviews the transaction has locked. The database refuses a
 * change that is not among the transitions.
 * @returns the entries that the caller adds to their histories, in the order of the changes
 */
export async function changeStatuses(
  transaction: Database,
  changes: readonly (StatusChange & { readonly claim: ReviewedClaim; readonly from: ReviewStatus })[],
): Promise<HistoryEvent[]> {
  const rows = changes.map(({ claim, to, set }) => ({ claim_id: claim.id, changed: { ...set, status: to } }));
  const columns = sql.join(
    [...new Set(rows.flatMap(({ changed }) => Object.keys(changed)))].map((name) => sql.ref(name)),
  );
  await sql`
    update claim_review review set version = version + 1,
      (${columns}) = (select ${columns} from jsonb_populate_record(review, given.changed))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (claim_id bigint, changed jsonb)
    where review.claim_id = given.claim_id`.execute(transaction);
  return changes.map(({ from, to, event }) => event({ from, to }));
}

/** Changes the status of one claim, like `changeStatuses`, and adds the entry to its history. */
export async function changeStatus(
  transaction: Database,
  claim: ReviewedClaim,
  review: Review,
  at: Date,
  change: StatusChange,
): Promise<void> {
  for (const event of await changeStatuses(transaction, [{ ...change, claim, from: review.status }]))
    await addHistoryEntry(transaction, claim, at, event);
}

/**
 * Makes decided claims final, with an entry in the history of each. Claims that are not decided any
 * more are left out.
 */
export async function finalizeClaims(transaction: Database, at: Date, claimIds: readonly string[]): Promise<void> {
  await lockClaims(transaction, claimIds);
  const { rows } = await sql<ReviewedClaim & { from: ReviewStatus }>`
    select claim_id as id, number, review.status as from from claim_review review join claims on claims.id = claim_id
    where claim_id = any(${claimIds}::bigint[]) and review.status in ('approved', 'reduced', 'denied')
    order by claim_id for no key update of review`.execute(transaction);
  if (rows.length === 0) return;
  const changes = rows.map((claim) => ({
    claim,
    from: claim.from,
    to: 'final' as const,
    event: (moved: { readonly from: ReviewStatus; readonly to: ReviewStatus }): HistoryEvent => ({
      kind: 'status-changed',
      details: { ...moved, cause: 'allocated' },
    }),
  }));
  const events = await changeStatuses(transaction, changes);
  const entries = rows.map((claim, index) => ({ ...claim, events: events.slice(index, index + 1) }));
  await addHistoryEntries(transaction, at, entries);
}
