import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { AllocationRow } from './tables.ts';

/** SQL: the SHA-256 of a text, which each line adds to in the order of claim numbers. */
const hashOf = (id: string, header: string, line: ReturnType<typeof sql>) => sql`(
  select sha256(convert_to(${header} || coalesce(string_agg(${line} || chr(10), '' order by claim), ''), 'UTF8'))
  from allocation_lines where allocation_id = ${id})`;

/**
 * Whether the stored lines are those that the two SHA-256 cover: the canonical text, as
 * `packages/allocation/src/canonical.ts` makes it, and the outcomes, which that text leaves out.
 */
export async function areHashedLines(
  database: Database,
  row: Pick<AllocationRow, 'id' | 'parameters' | 'sha256' | 'outcomes_sha256'>,
): Promise<boolean> {
  const { id, parameters, sha256, outcomes_sha256: outcomes } = row;
  const line = sql`claim || ',' || pool || ',' || weight || ',' || floor || ',' || coalesce(cap::text, '') || ',' || cents`;
  const { rows } = await sql<{ isSame: boolean }>`
    select ${hashOf(id, `# ${parameters}\nclaim,pool,weight,floor,cap,cents\n`, line)} = ${sha256}
      and ${hashOf(id, '', sql`claim || ',' || outcome`)} = ${outcomes} as "isSame"`.execute(database);
  return rows[0]?.isSame === true;
}
