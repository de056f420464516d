import { sql } from 'kysely';
import type { Database } from './pool.ts';

/**
 * Resolves when a synchronous standby, where there is one, has everything that can be read now. A
 * commit of which the client got no answer can be visible although the standby lacks it: its wait
 * was canceled, or the primary restarted. Whoever repeats the request must not be told from such a
 * row that it succeeded.
 */
export async function waitForStandby(database: Database): Promise<void> {
  // Commits a message that nobody reads, and waits for the standby like any other commit.
  await sql`select pg_logical_emit_message(true, 'redress', '')`.execute(database);
}
