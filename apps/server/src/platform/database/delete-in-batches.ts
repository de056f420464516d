import { type RawBuilder, sql } from 'kysely';
import type { Database } from './pool.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL deletes this many within tens of milliseconds, far below the statement timeout. */
const rowsPerBatch = 5_000;

/**
 * Deletes all rows of a table that meet a condition and returns their number. Rows that another
 * process is deleting or changing are left to the next call.
 * @param condition may end with an order, so that an index is used
 */
export async function deleteInBatches(
  database: Database,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${rowsPerBatch} for update skip locked
      ))`.execute(database);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < rowsPerBatch) return deleted;
  }
}
