import { sql } from 'kysely';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import type { Database } from '../database/pool.ts';

/** How long finished rows remain for inquiries. The claim's history has the result for good. */
const keepFinishedMilliseconds = 30 * 24 * 60 * 60 * 1_000;

export async function deleteFinishedRows(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keepFinishedMilliseconds);
  await deleteInBatches(database, 'outbox', sql`done_at < ${before} order by done_at`);
}

/** When the oldest row was created that will be tried again; undefined when there is none. */
export async function findOldestPending(database: Database): Promise<Date | undefined> {
  const row = await database
    .selectFrom('outbox')
    .select('created_at')
    .where('done_at', 'is', null)
    .where('due_at', '<', sql<Date>`'infinity'`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
