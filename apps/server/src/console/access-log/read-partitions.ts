import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';

/** While this waits for the lock, reads of the log queue behind it, so it gives up soon. */
const lockTimeout = '1s';

/** Makes the next three months' partitions. Reads without one go to the default partition. */
export async function createReadPartitions({ database, now }: Pick<ConsoleContext, 'database' | 'now'>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction);
    await sql`select create_access_log_partitions(${now()})`.execute(transaction);
  });
}
