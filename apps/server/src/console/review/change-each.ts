import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { isDatabaseTimeout, isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { ReviewedClaim } from './change-status.ts';

/** A claim whose change failed. */
export interface ClaimFailure {
  readonly id: string;
  readonly error: Error;
}

/**
 * Changes claims one after another in a transaction. One whose change fails is left as it was, and
 * stops no other. Returns why each of these failed, to be thrown when everything else is done. One that
 * was purged at this moment has nothing to change.
 * @throws when the connection to the database is lost
 */
export async function changeEach<Claim extends ReviewedClaim>(
  transaction: Database,
  claims: readonly Claim[],
  change: (claim: Claim) => Promise<void>,
): Promise<ClaimFailure[]> {
  const failures: ClaimFailure[] = [];
  for (const claim of claims) {
    await sql`savepoint before_claim`.execute(transaction);
    try {
      await change(claim);
      await sql`release savepoint before_claim`.execute(transaction);
    } catch (error) {
      // A lock that is held for long, or a slow change, is a failure of this claim alone.
      if (isDatabaseUnavailable(error) && !isDatabaseTimeout(error)) throw error;
      await sql`rollback to savepoint before_claim`.execute(transaction);
      if (error instanceof ProblemError && error.code === 'changed-meanwhile') continue;
      failures.push({ id: claim.id, error: new Error(`Claim ${claim.number} could not be changed`, { cause: error }) });
    }
  }
  return failures;
}
