import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';

/** Waiting longer would delay those who read the log, because they queue behind the lock. */
const lockTimeout = '1s';

/**
 * Makes the partitions of the next three months. What is logged without one goes to the default
 * partition.
 */
export async function createReadPartitions({ database, now }: Pick<ConsoleContext, 'database' | 'now'>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction);
    await sql`select create_access_log_partitions(${now()})`.execute(transaction);
  });
}
