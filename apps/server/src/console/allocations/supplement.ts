import { AllocationError } from '@redress/allocation/allocation-error';
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
 * claimant more than the others got.
 * @param eligible weighed with the limits of the frozen allocation
 * @throws AllocationError `no-rate`
 */
export async function limitToFrozen(
  database: Database,
  { id, summary }: Pick<AllocationRow, 'id' | 'summary'>,
  pool: string,
  eligible: readonly AllocationClaim[],
): Promise<AllocationClaim[]> {
  const numbers = eligible.filter((claim) => claim.pool === pool).map(({ claim }) => claim);
  const { rows } = await sql<{ claim: string; isReserved: boolean }>`
    select claim, bool_and(outcome = 'reserved') as "isReserved" from allocation_lines
    where allocation_id in (select id from allocations where ${isOfFrozen(id)})
      and claim = any(${numbers}::text[]) group by claim`.execute(database);
  const frozen = new Map(rows.map(({ claim, isReserved }) => [claim, isReserved]));
  const added = eligible.filter((claim) => {
    const isReserved = frozen.get(claim.claim);
    return claim.pool === pool && isReserved !== false && !(isReserved && claim.reserved);
  });
  if (added.length === 0) return [];
  const limitOf = await findLimits(database, id, pool, summary);
  return added.map((claim) => {
    const limit = limitOf(claim);
    const isLower = limit !== undefined && (claim.cap === undefined || limit < claim.cap);
    return { ...claim, floor: 0n, cap: isLower ? limit : claim.cap };
  });
}

/** Returns the most cents that a frozen pool gives a claim, besides the claim’s cap. */
async function findLimits(
  database: Database,
  id: string,
  pool: string,
  summary: AllocationRow['summary'],
): Promise<(claim: AllocationClaim) => bigint | undefined> {
  const frozen = summary?.pools.find((each) => each.id === pool);
  if (!frozen || frozen.claims === 0)
    throw new AllocationError({
      code: 'no-rate',
      field: `pools.${pool}`,
      remedy:
        'Ask the court what late claims of this pool get: the frozen allocation had no claims there, so it has no rate.',
    });
  const { lambda } = frozen;
  if (lambda) {
    const [numerator, denominator] = [BigInt(lambda.numerator), BigInt(lambda.denominator)];
    return ({ weight, floor }) => {
      const share = (weight * numerator) / denominator;
      return share > floor ? share : floor;
    };
  }
  // Without a rate, each claim got its cap, floors were reduced, or no claim reached the minimum.
  const { rows } = await sql<{ areCapped: boolean | null; largest: string }>`
    select bool_and(cents is not distinct from cap) filter (where weight > 0) as "areCapped", coalesce(max(cents), 0) as largest
    from allocation_lines where allocation_id = ${id} and pool = ${pool} and cents > 0`.execute(database);
  const [{ areCapped, largest } = { areCapped: null, largest: '0' }] = rows;
  return () => (areCapped ? undefined : BigInt(largest));
}

/** The cents that a supplement can divide, and how many of them come from the reserve. */
export async function readSupplementedMoney(
  database: Database,
  { id, supplements, pool, fund_id: fundId, as_of: asOf }: AllocationRow,
  eligible: readonly AllocationClaim[],
): Promise<{ readonly netFund: bigint; readonly released: bigint }> {
  const net = netFundOf(await readBalances(database, fundId, asOf));
  const setAside = eligible.filter(({ reserved }) => reserved).map(({ claim }) => claim);
  const { rows } = await sql<{ unreleased: string }>`
    select coalesce(sum(cents), 0) - (
        select coalesce(sum(released_cents), 0) from allocations
        where supplements = ${supplements} and pool = ${pool} and status = 'frozen') as unreleased
    from ${reservedLines(id)} line where claim <> all(${setAside}::text[])`.execute(database);
  const unreleased = BigInt(rows[0]?.unreleased ?? 0);
  // A claim whose money was taken before may be open again: it was withdrawn then, for example.
  const released = unreleased > 0n ? unreleased : 0n;
  // The net fund is already without the money that allocations set aside in the reserve.
  return { netFund: net - (await readAllocated(database, fundId)) + released, released };
}
