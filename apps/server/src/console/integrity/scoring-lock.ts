import { type Kysely, sql, type Transaction } from 'kysely';
import { tryLock } from '../../claims/history/follow-history.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** The advisory lock of the one transaction that scores claims. The number is arbitrary. */
export const scoringLock = 7_324_931;

/** False while another transaction scores or pauses scoring. Holds the lock until this one ends. */
export const tryLockScoring = (transaction: Transaction<Tables>): Promise<boolean> => tryLock(transaction, scoringLock);

/**
 * Pauses scoring until the transaction ends, after waiting for the current batch. The transaction
 * must not hold locks on claims or have added history entries yet: the job may wait for both.
 */
export async function pauseScoring(transaction: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${scoringLock})`.execute(transaction);
}
