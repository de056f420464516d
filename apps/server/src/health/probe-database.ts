import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/**
 * Rejects when a claim could not be written now. On a full disk a claim fails where a table has to
 * grow, while a changed row still finds room in its page and in the log. So this takes new disk
 * space, in a temporary file of about half a megabyte that PostgreSQL removes at once, and commits
 * a changed row. The file is on the tables' disk, whatever `temp_tablespaces` says.
 */
export async function probeDatabase(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`
      select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true),
        set_config('synchronous_commit', 'on', true)`.execute(transaction);
    // More than `work_mem` holds.
    await sql`select count(*) from generate_series(1, 20000)`.execute(transaction);
    await sql`
      insert into readiness_probe (id, probed_at) values (1, clock_timestamp())
      on conflict (id) do update set probed_at = excluded.probed_at`.execute(transaction);
  });
}
