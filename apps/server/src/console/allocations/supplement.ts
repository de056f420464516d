import type { AllocationClaim } from '@redress/allocation/plan';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { netFundOf, readAllocated, readBalances } from '../funds/read-ledger.ts';
import type { AllocationRow } from './tables.ts';

/** SQL: the frozen allocation of a fund and everything frozen that adds to it. */
const isOfFrozen = (id: string) => sql`status = 'frozen' and ${id}::uuid in (id, supplements)`;

/**
 * SQL, to select from: the lines in the pool of a supplement for which its allocation and the
 * supplements before it set money aside.
 */
export const reservedLines = (supplement: string | null) => sql`(
  select line.claim, line.cents
  from allocations added
    join allocations frozen on frozen.status = 'frozen' and added.supplements in (frozen.id, frozen.supplements)
    join allocation_lines line on line.allocation_id = frozen.id and line.pool = added.pool and line.outcome = 'reserved'
  where added.id = ${supplement}
)`;

/**
 * The claims of a pool that the frozen allocation and its supplements neither pay nor still reserve
 * money for, each limited to what the frozen allocation would have paid it: a late order gives no
 * claimant more than the others got. Where limits alone decided, they still do.
 */
export async function limitToFrozen(
  database: Database,
  frozenId: string,
  pool: string,
  eligible: readonly AllocationClaim[],
): Promise<AllocationClaim[]> {
  const { summary } = await database
    .selectFrom('allocations')
    .select('summary')
    .where('id', '=', frozenId)
    .executeTakeFirstOrThrow();
  const lambda = summary?.pools.find(({ id }) => id === pool)?.lambda;
  const [numerator, denominator] = [BigInt(lambda?.numerator ?? 0), BigInt(lambda?.denominator ?? 1)];
  const numbers = eligible.filter((claim) => claim.pool === pool).map(({ claim }) => claim);
  const { rows } = await sql<{ claim: string; isReserved: boolean }>`
    select claim, bool_and(outcome = 'reserved') as "isReserved" from allocation_lines
    where allocation_id in (select id from allocations where ${isOfFrozen(frozenId)})
      and claim = any(${numbers}::text[]) group by claim`.execute(database);
  const frozen = new Map(rows.map(({ claim, isReserved }) => [claim, isReserved]));
  return eligible.flatMap((claim) => {
    const isReserved = frozen.get(claim.claim);
    if (claim.pool !== pool || isReserved === false || (isReserved && claim.reserved)) return [];
    if (!lambda) return [{ ...claim, floor: 0n }];
    const share = (claim.weight * numerator) / denominator;
    const raised = share > claim.floor ? share : claim.floor;
    return [{ ...claim, floor: 0n, cap: claim.cap !== undefined && claim.cap < raised ? claim.cap : raised }];
  });
}

/** The cents that a supplement can divide, and how many of them come from the reserve. */
export async function readSupplementedMoney(
  database: Database,
  { id, supplements, pool, fund_id: fundId, as_of: asOf }: AllocationRow,
  eligible: readonly AllocationClaim[],
): Promise<{ readonly netFund: bigint; readonly released: bigint }> {
  const net = netFundOf(await readBalances(database, fundId, asOf));
  const setAside = eligible.filter(({ reserved }) => reserved).map(({ claim }) => claim);
  const { rows } = await sql<{ released: string }>`
    select coalesce(sum(cents), 0) - (
        select coalesce(sum(released_cents), 0) from allocations
        where supplements = ${supplements} and pool = ${pool} and status = 'frozen') as released
    from ${reservedLines(id)} line where claim <> all(${setAside}::text[])`.execute(database);
  const released = BigInt(rows[0]?.released ?? 0);
  // The net fund is already without the money that allocations set aside in the reserve.
  return { netFund: net - (await readAllocated(database, fundId)) + released, released };
}
