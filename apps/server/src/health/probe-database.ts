import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/**
 * Rejects if a claim could not be written now. On a full disk, updates of existing rows still work. So
 * this allocates disk space with a temporary file of about 500 kB, which PostgreSQL removes at once, on
 * the tables' disk, and commits an update.
 */
export async function probeDatabase(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`
      select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true),
        set_config('synchronous_commit', 'on', true)`.execute(transaction);
    // Exceeds `work_mem`.
    await sql`select count(*) from generate_series(1, 20000)`.execute(transaction);
    await sql`
      insert into readiness_probe (id, probed_at) values (1, clock_timestamp())
      on conflict (id) do update set probed_at = excluded.probed_at`.execute(transaction);
  });
}
