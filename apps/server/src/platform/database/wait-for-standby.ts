import { sql } from 'kysely';
import type { Database } from './pool.ts';

/**
 * Resolves when a synchronous standby, if there is one, has everything that can be read now. A
 * commit can be visible although the standby lacks it, if its wait was canceled or the primary
 * restarted. A repeated request must not report success because of such a row.
 */
export async function waitForStandby(database: Database): Promise<void> {
  // The message itself is never read. Its commit waits for the standby like any other.
  await sql`select pg_logical_emit_message(true, 'redress', '')`.execute(database);
}
