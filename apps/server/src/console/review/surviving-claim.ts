import type { ReviewRules } from '@redress/contract/review-rules';
import type { Settlement } from '@redress/contract/settlement';
import { findClaimId } from '../claim-details/find-claim.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';

type NamedClaim = Awaited<ReturnType<typeof findClaimId>>;

/** Whether a decision for these reasons has to name another claim, which is kept. */
export const needsSurvivor = ({ reasons }: ReviewRules, given: readonly string[]): boolean =>
  reasons.some(({ id, isDuplicate }) => isDuplicate === true && given.includes(id));

/** The claim with a number or reference number, if it is in one of these cases. */
export async function findNamedClaim(
  database: Database,
  settlement: Settlement,
  reference: string | undefined,
  cases: readonly string[],
): Promise<NamedClaim | undefined> {
  if (reference === undefined) return undefined;
  try {
    return await findClaimId({ database, settlement }, reference, cases);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/**
 * The reason why a claim cannot be kept in place of another; null if it can. A transaction that
 * stores the decision has locked both, so that two are never denied as duplicates of each other.
 */
export async function refuseSurvivor(
  database: Database,
  claim: { readonly id: string; readonly case_id: string },
  survivor: NamedClaim | undefined,
): Promise<string | null> {
  if (survivor?.case_id !== claim.case_id)
    return 'Enter the number of the claim that counts. It must belong to the same case.';
  if (survivor.id === claim.id) return 'A claim is not its own duplicate. Enter the number of the claim that counts.';
  const review = await database
    .selectFrom('claim_review')
    .leftJoin('claim_decisions', 'claim_decisions.id', 'decision_id')
    .select(['status', 'outcome'])
    .where('claim_review.claim_id', '=', survivor.id)
    .executeTakeFirst();
  const isEnded = survivor.status === 'purged' || review?.status === 'withdrawn' || review?.status === 'void';
  if (isEnded || review?.outcome === 'deny')
    return `Claim ${survivor.number} is ${isEnded ? 'withdrawn or void' : 'denied'} itself, so it cannot be the one that counts.`;
  return null;
}

/** @throws ProblemError `invalid-answers` unless a claim can be kept in place of another */
export async function requireSurvivor(
  database: Database,
  claim: { readonly id: string; readonly case_id: string },
  survivor: NamedClaim | undefined,
): Promise<void> {
  const message = await refuseSurvivor(database, claim, survivor);
  if (message !== null)
    throw new ProblemError('invalid-answers', { errors: [{ field: 'survivingClaim', rule: 'unknown', message }] });
}
