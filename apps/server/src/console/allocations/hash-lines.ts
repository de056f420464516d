import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { AllocationRow } from './tables.ts';

/** SQL: the SHA-256 of a text, which each line adds to in the order of claim numbers. */
const hashOf = (header: string, line: ReturnType<typeof sql>) =>
  sql`sha256(convert_to(${header} || coalesce(string_agg(${line} || chr(10), '' order by claim), ''), 'UTF8'))`;

/**
 * Whether the stored lines are those that the two SHA-256 cover: the canonical text, as
 * `packages/allocation/src/canonical.ts` makes it, and the outcomes, which that text leaves out. Adds
 * up the cents on the way, because reading a million lines again takes long.
 */
export async function checkLines(
  database: Database,
  row: Pick<AllocationRow, 'id' | 'parameters' | 'sha256' | 'outcomes_sha256'>,
): Promise<{ readonly areHashed: boolean; readonly paid: bigint; readonly reserved: bigint }> {
  const { id, parameters, sha256, outcomes_sha256: outcomes } = row;
  const line = sql`claim || ',' || pool || ',' || weight || ',' || floor || ',' || coalesce(cap::text, '') || ',' || cents`;
  const { rows } = await sql<{ areHashed: boolean; paid: string | null; reserved: string | null }>`
    select ${hashOf(`# ${parameters}\nclaim,pool,weight,floor,cap,cents\n`, line)} = ${sha256}
        and ${hashOf('', sql`claim || ',' || outcome`)} = ${outcomes} as "areHashed",
      sum(cents) filter (where outcome <> 'reserved') as paid, sum(cents) filter (where outcome = 'reserved') as reserved
    from allocation_lines where allocation_id = ${id}`.execute(database);
  const { areHashed, paid, reserved } = rows[0] ?? {};
  return { areHashed: areHashed === true, paid: BigInt(paid ?? 0), reserved: BigInt(reserved ?? 0) };
}
