import type { SecondDecision, Taken } from '@redress/contract/console/quality';
import { type Selectable, sql } from 'kysely';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import { addHistoryEntry } from '../../claims/history/claim-history.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { QualityReviewsTable } from './tables.ts';
import { consoleProblem, fieldProblem, notFound } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { changeStatus, lockReview, withoutDecision, withoutLease } from '../review/change-status.ts';
import { isStoredDecision, requirePossible } from '../review/check-decision.ts';
import { parseAmount } from '../review/recognized-amount.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

type ReviewContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/** A second review by its sample and position. */
interface Place {
  readonly sampleId: string;
  readonly position: number;
}

/** Ten-thousandths of a dollar: amounts that differ by a cent agree. */
const maxDifference = 100n;

/**
 * Gives a person the claim that they are reviewing already, or the next free claim of a sample that
 * they did not decide. From then on, the console hides from them how it was decided.
 */
export async function takeNext(
  { database, now }: Pick<ReviewContext, 'database' | 'now'>,
  sampleId: string,
  staffId: string,
): Promise<Taken> {
  return database.transaction().execute(async (transaction) => {
    // Locked, so that no one gets two claims and no two people get the same one.
    await sql`select from quality_samples where id = ${sampleId} for no key update`.execute(transaction);
    const own = await findTaken(transaction, sampleId, staffId);
    if (own) return own;
    const next = await transaction
      .selectFrom('quality_reviews')
      .innerJoin('claims', 'claims.id', 'claim_id')
      .select(['position', 'number'])
      .where('sample_id', '=', sampleId)
      .where(canReview(staffId))
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    if (!next) return { number: null, position: null };
    await transaction
      .updateTable('quality_reviews')
      .set({ reviewer: staffId, taken_at: now() })
      .where('sample_id', '=', sampleId)
      .where('position', '=', next.position)
      .execute();
    return next;
  });
}

/**
 * SQL: the claim has no second reviewer and is not purged; the person had no part in its decision,
 * and has not reviewed, given back or settled the decision in this sample or in another one.
 */
export const canReview = (staffId: string) => sql<boolean>`
  reviewer is null and first_decider is distinct from ${staffId} and first_approver is distinct from ${staffId}
  and not exists (
    select from quality_reviews known
    where known.claim_id = quality_reviews.claim_id and known.decision_id = quality_reviews.decision_id
      and ${staffId}::uuid = any (known.given_back_by || array[known.reviewer, known.settled_by]))
  and exists (select from claims where claims.id = quality_reviews.claim_id and claims.status = 'filed')`;

/** The claim of a sample that a person is reviewing now. */
export async function findTaken(database: Database, sampleId: string, staffId: string) {
  return database
    .selectFrom('quality_reviews')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .select(['position', 'number'])
    .where('sample_id', '=', sampleId)
    .where('reviewer', '=', staffId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
}

/**
 * Gives a claim back for another reviewer. The person who had it can see its decision from then on,
 * and cannot take it again. The history of the sample keeps their name.
 * @throws ProblemError `conflict` when it is reviewed, or when another person has it and this one
 *   does not supervise
 */
export async function giveBack(
  { database, now }: Pick<ReviewContext, 'database' | 'now'>,
  place: Place,
  person: { readonly id: string; readonly isSupervisor: boolean },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await lockSampled(transaction, place);
    if (row.outcome !== null || (row.reviewer !== person.id && !person.isSupervisor))
      throw consoleProblem('conflict', 'This claim has been reviewed, or someone else has it.');
    await endTurn(transaction, row, { at: now(), by: person.id });
  });
}

/**
 * Gives back the claims that a person has taken outside of these cases, because they no longer
 * decide claims there. Otherwise, no one else would get these claims.
 */
export async function giveBackOutside(
  transaction: Database,
  { staffId, cases, ...change }: { readonly staffId: string; readonly cases: readonly string[] } & TurnEnd,
): Promise<void> {
  const taken = await transaction
    .selectFrom('quality_reviews')
    .innerJoin('quality_samples', 'quality_samples.id', 'sample_id')
    .selectAll('quality_reviews')
    .where('reviewer', '=', staffId)
    .where('outcome', 'is', null)
    .where('case_id', '<>', sql<string>`all(${cases}::text[])`)
    .orderBy('sample_id')
    .forUpdate('quality_reviews')
    .execute();
  for (const row of taken) await endTurn(transaction, row, change);
}

interface TurnEnd {
  readonly at: Date;
  readonly by: string;
}

/** Ends the turn of the person who has a claim that the transaction has locked, if anyone has it. */
async function endTurn(transaction: Database, row: SampledRow, { at, by }: TurnEnd): Promise<void> {
  const { sample_id: sampleId, position, reviewer, taken_at: takenAt } = row;
  if (reviewer === null || takenAt === null) return;
  await transaction
    .updateTable('quality_reviews')
    .set({ reviewer: null, taken_at: null, given_back_by: sql`given_back_by || ${reviewer}::uuid` })
    .where('sample_id', '=', sampleId)
    .where('position', '=', position)
    .execute();
  await addRecordEntry(transaction, { kind: 'quality-sample', id: sampleId }, at, {
    kind: 'review-given-back',
    details: { by, position, reviewer, takenAt: takenAt.toISOString() },
  });
}

export async function findReviewed(database: Database, { sampleId, position }: Place): Promise<string> {
  const row = await database
    .selectFrom('quality_reviews')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .select('number')
    .where('sample_id', '=', sampleId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow(notFound);
  return row.number;
}

/**
 * Stores a second decision, and whether it agrees with the first one.
 * @throws ProblemError `invalid-answers` with the errors; `conflict` if the person has not taken
 *   it
 */
export async function reviewAgain(
  context: ReviewContext,
  place: Place,
  claim: FoundClaim,
  staffId: string,
  asked: SecondDecision,
): Promise<void> {
  const { settlement, keys, now, database } = context;
  const note = stripNulAndSurrogates(asked.note).trim();
  await database.transaction().execute(async (transaction) => {
    await lockReview(transaction, context, claim);
    const row = await lockSampled(transaction, place);
    // The same review was stored before, but its answer was lost.
    if (row.reviewer === staffId && isStoredDecision(row, { ...asked, note })) return;
    if (row.reviewer !== staffId && row.given_back_by.includes(staffId))
      throw consoleProblem('conflict', 'This claim was returned to the queue. Go back to the sample.');
    if (row.reviewer !== staffId || row.outcome !== null)
      throw consoleProblem('conflict', 'You aren’t reviewing this claim. Go back to the sample.');
    // Knowing whether a deficiency was cured would reveal the first decision.
    const decidable = { ...claim, isUncured: false };
    const { reasons, amount } = await requirePossible(transaction, settlement, decidable, asked);
    const first = await transaction
      .selectFrom('claim_decisions')
      .select(['outcome', 'recognized_amount as amount'])
      .where('id', '=', row.decision_id)
      .executeTakeFirstOrThrow();
    const agrees = isAgreement(first, { outcome: asked.outcome, amount });
    const at = now();
    const reviewed = await transaction
      .updateTable('quality_reviews')
      .set({
        outcome: asked.outcome,
        reasons: [...reasons],
        recognized_amount: amount,
        note,
        reviewed_at: at,
        agrees,
      })
      .where('sample_id', '=', place.sampleId)
      .where('position', '=', place.position)
      .returningAll()
      .executeTakeFirstOrThrow();
    await addHistoryEntry(transaction, claim, at, {
      kind: 'quality-reviewed',
      details: {
        sampleId: place.sampleId,
        by: staffId,
        takenAt: row.taken_at?.toISOString() ?? '',
        outcome: asked.outcome,
        reasons: reasons.join(' '),
        ...(amount !== null && { amount }),
        agrees,
      },
      rows: hashRow('quality_reviews', reviewed, keys),
    });
  });
}

interface Decided {
  readonly outcome: string;
  /** A decimal string. */
  readonly amount: string | null;
}

/** Decisions agree if they have the same outcome and amounts within a cent. Reasons may differ. */
export function isAgreement(first: Decided, second: Decided): boolean {
  if (first.outcome !== second.outcome) return false;
  if (first.amount === null || second.amount === null) return first.amount === second.amount;
  const difference = parseAmount(first.amount) - parseAmount(second.amount);
  return difference <= maxDifference && difference >= -maxDifference;
}

/** A claim has one of these statuses while its decision is in force. */
const decidedStatuses: readonly string[] = ['approved', 'reduced', 'denied', 'deficient'];

/**
 * Lets a third person settle a disagreement. If the overturned decision is still in force, it ends,
 * and the claim is reviewed again. A final claim stays final, and the error counts all the same.
 * @throws ProblemError `not-permitted` for the first or second decider; `conflict` without a
 *   disagreement
 */
export async function settle(
  context: Pick<ReviewContext, 'database' | 'keys' | 'now' | 'settlement'>,
  place: Place,
  claim: { readonly id: string; readonly number: string },
  staffId: string,
  { verdict, note: given }: { readonly verdict: 'upheld' | 'overturned'; readonly note: string },
): Promise<void> {
  const { database, keys, now } = context;
  const note = stripNulAndSurrogates(given).trim();
  if (note === '') throw fieldProblem('note', 'Say why.', 'required');
  await database.transaction().execute(async (transaction) => {
    const review = await lockReview(transaction, context, claim);
    const row = await lockSampled(transaction, place);
    if (!maySettle(row, staffId))
      throw consoleProblem('not-permitted', 'This must be settled by a person who made neither decision.');
    if (row.agrees !== false || row.verdict !== null)
      throw consoleProblem('conflict', 'There is nothing left to settle. Reload the page.');
    const at = now();
    const settled = await transaction
      .updateTable('quality_reviews')
      .set({ verdict, verdict_note: note, settled_by: staffId, settled_at: at })
      .where('sample_id', '=', place.sampleId)
      .where('position', '=', place.position)
      .returningAll()
      .executeTakeFirstOrThrow();
    await addHistoryEntry(transaction, claim, at, {
      kind: 'quality-settled',
      details: { sampleId: place.sampleId, by: staffId, decisionId: row.decision_id, verdict },
      rows: hashRow('quality_reviews', settled, keys),
    });
    const isInForce = review.decision_id === row.decision_id && decidedStatuses.includes(review.status);
    if (verdict === 'upheld' || !isInForce) return;
    await changeStatus(transaction, claim, review, at, {
      to: 'in-review',
      set: { ...withoutDecision, ...withoutLease, reopened: true },
      event: (moved) => ({
        kind: 'status-changed',
        details: { ...moved, cause: 'overturned', by: staffId },
      }),
    });
  });
}

type SampledRow = Selectable<QualityReviewsTable>;

/** Whether the person took part in neither decision. */
export const maySettle = (
  row: Pick<SampledRow, 'reviewer' | 'first_decider' | 'first_approver'>,
  staffId: string,
): boolean => ![row.reviewer, row.first_decider, row.first_approver].includes(staffId);

/**
 * Counts the disagreements that a person may settle in cases that they supervise.
 * @param scope `without`: IDs of claims that the person is reviewing
 */
export async function countToSettle(
  database: Database,
  staffId: string,
  { cases, without }: { readonly cases: readonly string[]; readonly without: readonly string[] },
): Promise<number> {
  const { toSettle } = await database
    .selectFrom('quality_reviews')
    .innerJoin('quality_samples', 'quality_samples.id', 'sample_id')
    .select(({ fn }) => fn.countAll<string>().as('toSettle'))
    .where('case_id', '=', sql<string>`any(${cases}::text[])`)
    .where('agrees', '=', false)
    .where('verdict', 'is', null)
    .where('claim_id', '<>', sql<string>`all(${without}::bigint[])`)
    // The conditions are those of `maySettle`.
    .where(sql<boolean>`array_position(array[reviewer, first_decider, first_approver], ${staffId}::uuid) is null`)
    .executeTakeFirstOrThrow();
  return Number(toSettle);
}

/** Counts the second reviews that a person has begun or may take in these cases. */
export async function countToReview(database: Database, staffId: string, cases: readonly string[]): Promise<number> {
  const { toReview } = await database
    .selectFrom('quality_reviews')
    .innerJoin('quality_samples', 'quality_samples.id', 'sample_id')
    .select(({ fn }) => fn.countAll<string>().as('toReview'))
    .where('case_id', '=', sql<string>`any(${cases}::text[])`)
    .where(sql<boolean>`(${canReview(staffId)} or reviewer = ${staffId} and outcome is null)`)
    .executeTakeFirstOrThrow();
  return Number(toReview);
}

/** @throws ProblemError `not-found` */
async function lockSampled(transaction: Database, { sampleId, position }: Place): Promise<SampledRow> {
  return transaction
    .selectFrom('quality_reviews')
    .selectAll()
    .where('sample_id', '=', sampleId)
    .where('position', '=', position)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}
