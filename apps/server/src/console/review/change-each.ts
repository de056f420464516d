import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import type { ReviewedClaim } from './change-status.ts';

/**
 * Changes claims one after another in a transaction. One whose change fails is left as it was, and
 * stops no other. Returns why each of these failed, to be thrown when everything else is done.
 * @throws when the connection to the database is lost
 */
export async function changeEach<Claim extends ReviewedClaim>(
  transaction: Database,
  claims: readonly Claim[],
  change: (claim: Claim) => Promise<void>,
): Promise<Error[]> {
  const failures: Error[] = [];
  for (const claim of claims) {
    await sql`savepoint before_claim`.execute(transaction);
    try {
      await change(claim);
      await sql`release savepoint before_claim`.execute(transaction);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await sql`rollback to savepoint before_claim`.execute(transaction);
      failures.push(new Error(`Claim ${claim.number} could not be changed`, { cause: error }));
    }
  }
  return failures;
}
