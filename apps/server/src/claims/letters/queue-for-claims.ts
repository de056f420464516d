import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { ClaimsContext } from '../context.ts';
import { lockClaims } from '../history/claim-history.ts';

/**
 * Queues letters about claims, several in one transaction. If that fails, each claim gets its own,
 * so that a claim whose letter cannot be composed is logged, and holds up no other.
 * @param findDue finds the next claims, without those that were tried
 * @param queue queues the letters of claims that the transaction has locked
 */
export async function queueForClaims(
  { database, log }: Pick<ClaimsContext, 'database' | 'log'>,
  findDue: (tried: readonly string[]) => Promise<readonly string[]>,
  queue: (transaction: Database, claimIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const tried: string[] = [];
  const queueTogether = (claimIds: readonly string[]) =>
    database.transaction().execute(async (transaction) => {
      await lockClaims(transaction, claimIds);
      await queue(transaction, claimIds);
    });
  for (;;) {
    const claimIds = await findDue(tried);
    if (claimIds.length === 0) return;
    tried.push(...claimIds);
    const isQueued = await queueTogether(claimIds).then(
      () => true,
      () => false,
    );
    for (const claimId of isQueued ? [] : claimIds)
      await queueTogether([claimId]).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        log.error({ err: error, claimId }, 'a letter about a claim could not be queued');
      });
  }
}
