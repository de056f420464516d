import { sql } from 'kysely';
import type { Database } from '../platform/database/pool.ts';
import type { OperationRunsTable } from '../platform/database/tables.ts';

/**
 * Runs a command that an operator's timer repeats, and notes in the database when it succeeded or
 * failed, for `npm run doctor` and the metrics. A failure is noted if the database is reachable.
 * @param run returns an exit code: 0 when all is well
 */
export async function recordRun(
  database: Database,
  operation: OperationRunsTable['operation'],
  run: () => Promise<number>,
): Promise<number> {
  let code: number;
  try {
    code = await run();
  } catch (error) {
    // The command's own error matters more than a failure to record it.
    await noteRun(database, operation, 'failed_at').catch(() => {});
    throw error;
  }
  await noteRun(database, operation, code === 0 ? 'succeeded_at' : 'failed_at');
  return code;
}

export async function noteRun(
  database: Database,
  operation: OperationRunsTable['operation'],
  column: 'succeeded_at' | 'failed_at',
): Promise<void> {
  // The time is the database's, because the command may run on a different machine than the server.
  await database
    .insertInto('operation_runs')
    .values({ operation, [column]: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('operation').doUpdateSet({ [column]: sql<Date>`now()` }))
    .execute();
}
