import type { ReviewRules } from '@redress/contract/review-rules';
import type { Settlement } from '@redress/contract/settlement';
import { type RawBuilder, sql } from 'kysely';
import { findClaimId } from '../claim-details/find-claim.ts';
import type { Database } from '../../platform/database/pool.ts';
import { invalidField, ProblemError } from '../../platform/http/problem.ts';

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
  return refuseEnded(database, survivor.id);
}

/** The reason why a claim cannot be kept, by its current state; null if it can. */
async function refuseEnded(database: Database, claimId: string | RawBuilder<string>): Promise<string | null> {
  const survivor = await database
    .selectFrom('claims')
    .leftJoin('claim_review', 'claim_review.claim_id', 'claims.id')
    .leftJoin('claim_decisions', 'claim_decisions.id', 'decision_id')
    .select(['number', 'claims.status as filing', 'claim_review.status', 'outcome'])
    .where('claims.id', '=', claimId)
    .executeTakeFirst();
  if (!survivor) return null;
  const isEnded = survivor.filing === 'purged' || survivor.status === 'withdrawn' || survivor.status === 'void';
  if (!isEnded && survivor.outcome !== 'deny') return null;
  return `Claim ${survivor.number} is ${isEnded ? 'withdrawn or void' : 'denied'} itself, so it cannot be the one that counts.`;
}

/** Like `refuseSurvivor`, for the claim that a stored decision names; null if it names none. */
export const refuseStoredSurvivor = (database: Database, decisionId: string | null): Promise<string | null> =>
  refuseEnded(database, sql<string>`(select surviving_claim_id from claim_decisions where id = ${decisionId})`);

/**
 * Whether the claim that a decision names no longer counts: it is withdrawn or void, or its denial
 * is in force and names no third claim.
 */
export async function hasLostSurvivor(database: Database, decisionId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from claim_decisions decision
    join claim_review survivor on survivor.claim_id = decision.surviving_claim_id
    left join claim_decisions ended on ended.id = survivor.decision_id
    where decision.id = ${decisionId} and (survivor.status in ('withdrawn', 'void')
      or survivor.status = 'denied' and ended.surviving_claim_id is null)`.execute(database);
  return rows.length > 0;
}

/** Maximum duplicates on the screen of the claim that counts. */
const maxDuplicates = 100;

/**
 * The numbers of the claims whose denial in force names this one as the claim that counts.
 * @param without the IDs of claims whose decision the person must not learn
 */
export async function listDuplicates(
  database: Database,
  claimId: string,
  without: readonly string[],
): Promise<string[]> {
  const denied = await database
    .selectFrom('claim_decisions')
    // By the claim, too, which is the key of its review.
    .innerJoin('claim_review', (join) =>
      join
        .onRef('claim_review.claim_id', '=', 'claim_decisions.claim_id')
        .onRef('decision_id', '=', 'claim_decisions.id'),
    )
    .innerJoin('claims', 'claims.id', 'claim_decisions.claim_id')
    .select('number')
    .where('surviving_claim_id', '=', claimId)
    .where('claim_review.status', 'in', ['denied', 'final'])
    .where('claims.id', '<>', sql<string>`all(${without}::bigint[])`)
    .orderBy('claims.id')
    .limit(maxDuplicates)
    .execute();
  return denied.map(({ number }) => number);
}

/** @throws ProblemError `invalid-answers` unless a claim can be kept in place of another */
export async function requireSurvivor(
  database: Database,
  claim: { readonly id: string; readonly case_id: string },
  survivor: NamedClaim | undefined,
): Promise<void> {
  const message = await refuseSurvivor(database, claim, survivor);
  if (message !== null) throw invalidField('survivingClaim', 'unknown', message);
}
