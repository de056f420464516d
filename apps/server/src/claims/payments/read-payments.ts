import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

/** What a frozen allocation gives a claim, and how that follows. */
export interface ClaimPayment {
  readonly allocation: string;
  readonly fund: string;
  readonly pool: string;
  readonly outcome: 'paid' | 'capped' | 'below-minimum' | 'reserved' | 'zero';
  /** Cents. */
  readonly cents: bigint;
  /** Ten-thousandths of a dollar: what the claim counts. */
  readonly weight: bigint;
  /** Percent of the recognized amount that the pool pays. Null: limits alone decide. */
  readonly rate: string | null;
  /** Cents. Smaller payments are not made. */
  readonly minimum: bigint | null;
  readonly frozenAt: Date;
}

/** SQL: a line of a frozen allocation, for the claim with this ID. */
const ofFrozen = (claimId: string) => sql`
  from allocations join allocation_lines line on allocation_id = allocations.id
  where status = 'frozen' and claim = (select number from claims where id = ${claimId})`;

/**
 * What a claim gets from each fund, in the order of the freezes. A supplement replaces what was set
 * aside for the claim.
 */
export async function readPayments(database: Database, claimId: string): Promise<ClaimPayment[]> {
  const { rows } = await sql<{
    allocation: string;
    fund: string;
    pool: string;
    outcome: ClaimPayment['outcome'];
    cents: string;
    weight: string;
    rate: string | null;
    minimum: string | null;
    frozenAt: Date;
  }>`
    select allocations.id as allocation, fund_id as fund, line.pool, outcome, cents, weight, frozen_at as "frozenAt",
      (select pool->>'rate' from jsonb_array_elements(summary->'pools') as pool where pool->>'id' = line.pool) as rate,
      (select pool->>'minimum' from jsonb_array_elements(parameters::jsonb->'pools') as pool
        where pool->>'id' = line.pool) as minimum
    ${ofFrozen(claimId)} order by frozen_at`.execute(database);
  const latest = new Map(
    rows.map(({ cents, weight, minimum, ...row }) => [
      row.fund,
      { ...row, cents: BigInt(cents), weight: BigInt(weight), minimum: minimum === null ? null : BigInt(minimum) },
    ]),
  );
  return [...latest.values()];
}

/** Whether a frozen allocation has the claim. What it sets aside for a dispute can still change. */
export async function isAllocated(database: Database, claimId: string): Promise<boolean> {
  const { rows } = await sql`select ${ofFrozen(claimId)} and outcome <> 'reserved' limit 1`.execute(database);
  return rows.length > 0;
}
