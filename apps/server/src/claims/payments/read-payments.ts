import type { ClaimPayment, PaymentKind } from '@redress/contract/claim-payment';
import type { AllocationSummary } from '@redress/contract/console/allocations';
import type { Language } from '@redress/contract/language';
import type { Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { formatCents } from './cents.ts';

/** SQL: the lines of frozen allocations for the claim with this ID. */
const ofFrozen = (claimId: string) => sql`
  from allocations join allocation_lines line on allocation_id = allocations.id
  where status = 'frozen' and claim = (select number from claims where id = ${claimId})`;

/** Whether a frozen allocation has the claim. What it sets aside for a dispute can still change. */
export async function isAllocated(database: Database, claimId: string): Promise<boolean> {
  const { rows } = await sql`select ${ofFrozen(claimId)} and outcome <> 'reserved' limit 1`.execute(database);
  return rows.length > 0;
}

interface Line {
  readonly allocation: string;
  readonly fund: string;
  readonly pool: string;
  readonly outcome: 'paid' | 'capped' | 'below-minimum' | 'reserved' | 'zero';
  readonly isSupplement: boolean;
  readonly cents: string;
  readonly floor: string;
  readonly weight: string;
  readonly counted: Pick<AllocationSummary['pools'][number], 'rate' | 'lambda'> | null;
  readonly minimum: string | null;
  readonly frozenAt: Date;
}

/**
 * What a claim gets from each fund, and how that follows, in the order of the freezes. What was set
 * aside shows unless the claim gets nothing, until a supplement replaces it. A supplement pays the
 * rate of the allocation that it adds to, as a cap, or a lower rate if its money is not enough.
 */
export async function readPayments(
  database: Database,
  { funds }: Pick<Settlement, 'funds'>,
  claimId: string,
  language: Language = 'en',
): Promise<ClaimPayment[]> {
  const { rows } = await sql<Line>`
    select allocations.id as allocation, fund_id as fund, line.pool, outcome, supplements is not null as "isSupplement",
      cents, floor, weight, frozen_at as "frozenAt",
      (select jsonb_build_object('rate', counted.pool->'rate', 'lambda', counted.pool->'lambda')
        from allocations rated, jsonb_array_elements(rated.summary->'pools') as counted (pool)
        where rated.id = case outcome when 'capped' then coalesce(allocations.supplements, allocations.id) else allocations.id end
          and counted.pool->>'id' = line.pool) as counted,
      (select planned.pool->>'minimum' from jsonb_array_elements(parameters::jsonb->'pools') as planned (pool)
        where planned.pool->>'id' = line.pool) as minimum
    ${ofFrozen(claimId)} and (outcome <> 'reserved' or not exists (
      select from claim_review review
      where claim_id = ${claimId} and review.status in ('denied', 'withdrawn', 'void', 'final')
    ))
    order by frozen_at`.execute(database);
  return [...new Map(rows.map((line) => [line.fund, line])).values()].map((line) => {
    const fund = funds.find(({ id }) => id === line.fund);
    const pool = fund?.pools.find(({ id }) => id === line.pool);
    return {
      allocation: line.allocation,
      fund: fund?.title[language] ?? fund?.title.en ?? line.fund,
      kind: kindOf(line),
      amount: formatCents(BigInt(line.cents)),
      recognized: formatCents(BigInt(line.weight) / weightsPerCent),
      isRange: pool !== undefined && pool.weight !== 'recognized-amount',
      rate: line.counted?.rate ?? null,
      minimum: line.minimum === null ? null : formatCents(BigInt(line.minimum)),
      frozenAt: line.frozenAt.toISOString(),
    };
  });
}

/** Weights are ten-thousandths of a dollar. */
const weightsPerCent = 100n;

function kindOf({ outcome, isSupplement, cents, floor, weight, counted }: Line): PaymentKind {
  if (outcome === 'paid') {
    if (floor !== '0' && cents === floor) return 'floor';
    return counted?.rate ? 'share' : 'limits';
  }
  if (outcome !== 'capped' || !isSupplement || !counted?.lambda) return outcome;
  const share = (BigInt(weight) * BigInt(counted.lambda.numerator)) / BigInt(counted.lambda.denominator);
  if (BigInt(cents) === share) return 'share';
  return BigInt(cents) < share ? 'capped' : 'floor';
}
