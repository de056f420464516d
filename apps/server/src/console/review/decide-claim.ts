import { type Decide, leaseSeconds, undoSeconds } from '@redress/contract/console/review';
import type { Selectable } from 'kysely';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { ClaimDecisionsTable } from './tables.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { withdrawApproval } from '../approvals/approvals.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { changeStatus, lockReview, requireVersion, type Review, withoutDecision } from './change-status.ts';
import { checkDecision } from './check-decision.ts';
import { computeRecognizable, parseAmount, readAmountInputs } from './recognized-amount.ts';
import { isReviewable, refuseToDecide } from './refuse-to-decide.ts';
import { storeDecision } from './store-decision.ts';

type DecideContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/**
 * Decides a claim that the person has leased, or nobody has. The same decision sent again changes
 * nothing.
 * @param version the one that the person saw
 * @throws ProblemError `changed-meanwhile`; `conflict` when the claim is another person's, or decided;
 *   `invalid-answers` with what is wrong
 */
export async function decideClaim(
  context: DecideContext,
  person: StaffMember,
  claim: FoundClaim,
  version: number,
  asked: Decide,
): Promise<void> {
  const { settlement } = context;
  const note = stripNulAndSurrogates(asked.note ?? '').trim();
  await context.database.transaction().execute(async (transaction) => {
    const review = await lockReview(transaction, claim);
    const stored = await findDecision(transaction, asked.id);
    if (stored) {
      if (isSame(stored, claim, person, { ...asked, note })) return;
      throw consoleProblem('conflict', 'Another decision has this ID. Reload the page, and decide again.');
    }
    const refusal = await refuseToDecide(transaction, context, person, review);
    if (refusal !== null && isReviewable(review.status)) throw consoleProblem('conflict', refusal);
    await requireVersion(transaction, review, version);
    if (refusal !== null) throw consoleProblem('conflict', refusal);
    const inputs = await readAmountInputs(transaction, settlement, claim);
    const recognizable = computeRecognizable(settlement.review, claim.form_id, inputs);
    const checked = checkDecision(settlement.review, { formId: claim.form_id, late: claim.late, recognizable }, asked);
    if ('errors' in checked) throw new ProblemError('invalid-answers', { errors: [...checked.errors] });
    const { reasons, amount, causes } = checked;
    const { id, outcome } = asked;
    await storeDecision(
      transaction,
      context,
      claim,
      await takeIntoReview(transaction, review),
      { id, staffId: person.id, outcome, reasons, amount, pool: recognizable.pool, note, source: 'reviewer' },
      causes.length > 0 ? { after: 'approval', causes, askedBy: person.id } : { after: 'seconds' },
    );
  });
}

/** Whoever decides a claim has reviewed it, also without a lease. */
const takeIntoReview = (transaction: Database, { claim_id: claimId }: Review): Promise<Review> =>
  transaction
    .updateTable('claim_review')
    .set({ status: 'in-review' })
    .where('claim_id', '=', claimId)
    .returningAll()
    .executeTakeFirstOrThrow();

const findDecision = (database: Database, id: string) =>
  database.selectFrom('claim_decisions').selectAll().where('id', '=', id).executeTakeFirst();

function isSame(
  stored: Selectable<ClaimDecisionsTable>,
  claim: { readonly id: string },
  person: { readonly id: string },
  asked: Decide & { readonly note: string },
): boolean {
  const { recognizedAmount } = asked;
  return (
    stored.claim_id === claim.id &&
    stored.staff_id === person.id &&
    stored.outcome === asked.outcome &&
    stored.note === asked.note &&
    isSameSet(stored.reasons, asked.reasons) &&
    (recognizedAmount === undefined ||
      (stored.recognized_amount !== null && parseAmount(stored.recognized_amount) === parseAmount(recognizedAmount)))
  );
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((each) => others.includes(each)) && others.every((each) => some.includes(each));

/** Until when a decision can be undone by whoever made it. */
export const undoUntil = ({ at }: { readonly at: Date }): Date => new Date(at.getTime() + undoSeconds * 1_000);

/**
 * Undoes a decision of the same person in the first seconds, and leases the claim to them again. A
 * request to a second person is withdrawn.
 * @throws ProblemError `not-found`; `conflict` when it is too late
 */
export async function undoDecision(
  context: DecideContext,
  person: StaffMember,
  claim: { readonly id: string; readonly number: string },
  decisionId: string,
): Promise<void> {
  const { database, now } = context;
  await database.transaction().execute(async (transaction) => {
    // Before the claim, as whoever approves it does, so that both never wait for each other.
    const waiting = await transaction
      .selectFrom('claim_review')
      .innerJoin('approvals', 'approvals.id', 'claim_review.approval_id')
      .select('approvals.id')
      .where('claim_id', '=', claim.id)
      .where('decision', 'is', null)
      .forUpdate('approvals')
      .executeTakeFirst();
    const review = await lockReview(transaction, claim);
    const decision = await findDecision(transaction, decisionId);
    if (decision?.claim_id !== claim.id || decision.source !== 'reviewer') throw new ProblemError('not-found');
    if (decision.staff_id !== person.id)
      throw consoleProblem('not-permitted', 'Only the person who made a decision can undo it.');
    const at = now();
    const isInForce = review.decision_id === decisionId && ['proposed', 'deficient'].includes(review.status);
    if (!isInForce || at >= undoUntil(decision))
      throw consoleProblem(
        'conflict',
        `A decision can be undone for ${undoSeconds} seconds, which are over. A supervisor can reopen the claim.`,
      );
    if (review.approval_id !== null) {
      // It was decided between the two locks.
      if (waiting?.id !== review.approval_id) throw new ProblemError('conflict');
      await withdrawApproval(transaction, waiting.id, { at, by: person.id, reason: 'The decision was undone.' });
    }
    await changeStatus(transaction, claim, review, at, {
      to: 'in-review',
      set: {
        ...withoutDecision,
        leased_by: person.id,
        leased_until: new Date(at.getTime() + leaseSeconds * 1_000),
      },
      event: (moved) => ({ kind: 'decision-undone', details: { decisionId, by: person.id, ...moved } }),
    });
  });
}
