import { type Decide, leaseSeconds, undoSeconds } from '@redress/contract/console/review';
import { lockClaims } from '../../claims/history/claim-history.ts';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { refuseBlind } from '../sign-in/blind-reviews.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import {
  changeStatus,
  lockReview,
  lockReviewAndApproval,
  requireVersion,
  type Review,
  withoutDecision,
} from './change-status.ts';
import { isStoredDecision, requirePossible, wasUncured } from './check-decision.ts';
import { isReviewable, refuseToDecide } from './refuse-to-decide.ts';
import { storeDecision } from './store-decision.ts';
import { findNamedClaim, needsSurvivor, requireSurvivor } from './surviving-claim.ts';

type DecideContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/**
 * Decides a claim that the person has leased, or that is free. A repeated request changes nothing.
 * @param version the version that the person saw
 * @throws ProblemError `changed-meanwhile`; `conflict` when the claim is another person's, or
 *   decided; `invalid-answers` with the errors
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
    const isDuplicate = needsSurvivor(settlement.review, asked.reasons);
    const survivor = isDuplicate
      ? await findNamedClaim(transaction, settlement, asked.survivingClaim, [claim.case_id])
      : undefined;
    if (survivor) await refuseBlind(transaction, survivor.id, person.id);
    if (survivor) await lockClaims(transaction, [claim.id, survivor.id]);
    const review = await lockReview(transaction, context, claim);
    const stored = await findDecision(transaction, asked.id);
    if (stored) {
      const isOwn = stored.claim_id === claim.id && stored.staff_id === person.id;
      const isSame =
        isStoredDecision(stored, { ...asked, note }) && stored.surviving_claim_id === (survivor?.id ?? null);
      if (isOwn && isSame) return;
      throw consoleProblem('conflict', 'Another decision has this ID. Reload the page and decide again.');
    }
    const refusal = await refuseToDecide(transaction, context, person, review);
    if (refusal !== null && isReviewable(review.status)) throw consoleProblem('conflict', refusal);
    await requireVersion(transaction, review, version);
    if (refusal !== null) throw consoleProblem('conflict', refusal);
    const decidable = { ...claim, isUncured: await wasUncured(transaction, context.settlement, claim) };
    const { reasons, amount, causes, pool } = await requirePossible(transaction, settlement, decidable, asked);
    if (isDuplicate) await requireSurvivor(transaction, claim, survivor);
    const { id, outcome } = asked;
    await storeDecision(
      transaction,
      context,
      claim,
      await takeIntoReview(transaction, review),
      { id, staffId: person.id, outcome, reasons, amount, pool, note, survivor, source: 'reviewer' },
      causes.length > 0 ? { after: 'approval', causes, askedBy: person.id } : { after: 'seconds' },
    );
  });
}

/** A decision without a lease counts as a review, too. */
const takeIntoReview = (transaction: Database, { claim_id: claimId }: Review): Promise<Review> =>
  transaction
    .updateTable('claim_review')
    .set({ status: 'in-review' })
    .where('claim_id', '=', claimId)
    .returningAll()
    .executeTakeFirstOrThrow();

const findDecision = (database: Database, id: string) =>
  database.selectFrom('claim_decisions').selectAll().where('id', '=', id).executeTakeFirst();

/** The time until which the person who made a decision can undo it. */
export const undoUntil = ({ at }: { readonly at: Date }): Date => new Date(at.getTime() + undoSeconds * 1_000);

/**
 * Undoes the same person's decision in the first seconds, and leases the claim to them again. A
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
    const { review, withdraw } = await lockReviewAndApproval(transaction, context, claim);
    const decision = await findDecision(transaction, decisionId);
    if (decision?.claim_id !== claim.id || decision.source !== 'reviewer') throw new ProblemError('not-found');
    if (decision.staff_id !== person.id)
      throw consoleProblem('not-permitted', 'Only the person who made a decision can undo it.');
    const at = now();
    const isInForce = review.decision_id === decisionId && ['proposed', 'deficient'].includes(review.status);
    if (!isInForce || at >= undoUntil(decision))
      throw consoleProblem(
        'conflict',
        `A decision can be undone only within ${undoSeconds} seconds. A supervisor can reopen the claim.`,
      );
    await withdraw({ at, by: person.id, reason: 'The decision was undone.' });
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
