import type { SearchAnswer } from '@redress/contract/console/search';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';

/** A claim can be found at most this long after its filing, unless the job is behind. */
const expectedMilliseconds = 10_000;

/**
 * The time since which changes to claims are missing from searches by name and from lists; null if
 * none are missing.
 */
export async function readBehind({
  database,
  now,
}: Pick<ConsoleContext, 'database' | 'now'>): Promise<SearchAnswer['behind']> {
  const { rows } = await sql<{ isUnfinished: boolean; since: Date | null }>`
    select version = 0 or derived_to is not null as "isUnfinished",
      (select at from claim_history where id > last_entry order by id limit 1) as since
    from claim_search_progress`.execute(database);
  const { isUnfinished = false, since = null } = rows[0] ?? {};
  const isLate = since !== null && since.getTime() < now().getTime() - expectedMilliseconds;
  if (isLate) return { since: since.toISOString() };
  return isUnfinished ? { since: null } : null;
}
