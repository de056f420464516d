import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { isDatabaseTimeout, isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { ReviewedClaim } from './change-status.ts';

export interface ClaimFailure {
  readonly id: string;
  readonly error: Error;
}

/**
 * Changes claims one by one in a transaction. A claim whose change fails stays as it was, and does
 * not stop the others. Returns the reason for each failure, to be thrown after everything else is
 * done. A claim that is being purged is left alone.
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
      // A long lock or a slow change is a failure of this claim alone.
      if (isDatabaseUnavailable(error) && !isDatabaseTimeout(error)) throw error;
      await sql`rollback to savepoint before_claim`.execute(transaction);
      if (error instanceof ProblemError && error.code === 'changed-meanwhile') continue;
      failures.push({ id: claim.id, error: new Error(`Claim ${claim.number} could not be changed`, { cause: error }) });
    }
  }
  return failures;
}
