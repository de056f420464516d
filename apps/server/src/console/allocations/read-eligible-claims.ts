import type { AllocationClaim } from '@redress/allocation/plan';
import type { Fund } from '@redress/contract/funds';
import type { Settlement } from '@redress/contract/settlement';
import { weighClaim } from '@redress/contract/weigh-claim';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { isSealedBy, type ReportSeal } from '../reports/report-parameters.ts';
import { statusEntries } from '../reports/count-sealed-claims.ts';
import { readCorrectionsOf } from '../../claims/corrections/corrections.ts';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import { computeLargest, correctAmount, parseAmount } from '../review/recognized-amount.ts';
import { reservedLines } from './supplement.ts';

type Rules = Pick<Settlement, 'review' | 'claimForms'>;

/** Claims of forms that a fund pays. */
export const formsOf = (fund: Fund, { review }: Pick<Rules, 'review'>): string[] =>
  Object.entries(review.recognized).flatMap(([formId, { pool }]) =>
    fund.pools.some(({ id }) => id === pool) ? [formId] : [],
  );

const claimsPerChunk = 20_000;
const claimsPerLook = 2_000;

interface ReadClaim {
  readonly id: string;
  readonly number: string;
  readonly form_id: string;
  readonly amount: string | null;
  readonly status: string | null;
  readonly recognized: string | null;
}

/**
 * The claims that a fund pays as of a seal: approved or reduced ones, and those that another
 * allocation made final since. A disputed claim, and one that a court order moved into the reserve,
 * counts at its claimed amount; a supplement pays it once it is decided, and until then leaves what
 * is set aside for it alone. The reviews of claims that did not change after the seal are current;
 * the others are read from their histories.
 * @param supplement the ID of the supplement for which they are read
 */
export async function readEligibleClaims(
  database: Database,
  settlement: Rules,
  fund: Fund,
  seal: ReportSeal,
  supplement: string | null,
): Promise<AllocationClaim[]> {
  const forms = formsOf(fund, settlement);
  const reserved = await readReserved(database, fund.id, supplement);
  const changed = await readChangedSince(database, fund, forms, seal);
  const claims: AllocationClaim[] = [];
  const add = (claim: ReadClaim, recognized: bigint, isReserved: boolean) => {
    const weighed = weighClaim(fund, settlement, { caseId: fund.caseId, formId: claim.form_id, recognized });
    if (!weighed) return;
    const { pool, weight, floor, cap } = weighed;
    claims.push({ claim: claim.number, pool, weight, floor, cap, reserved: isReserved });
  };
  const toLookUp: string[] = [...changed];
  for (let after = '0'; ;) {
    // PostgreSQL may merge both tables by ID, and would read all claims before these again.
    const { rows } = await sql<ReadClaim>`
      select claims.id, number, form_id, amount, review.status, recognized_amount as recognized
      from claim_review review join claims on claims.id = claim_id
      where claim_id > ${after} and claims.id > ${after} and review.case_id = ${fund.caseId} and form_id = any(${forms}::text[])
        and review.status in ('approved', 'reduced', 'final', 'disputed', 'in-review')
      order by claim_id limit ${claimsPerChunk}`.execute(database);
    for (const claim of rows) {
      if (changed.has(claim.id)) continue;
      if (claim.status === 'disputed' || claim.status === 'in-review' || reserved.has(claim.id))
        toLookUp.push(claim.id);
      else if (claim.recognized !== null) add(claim, parseAmount(claim.recognized), false);
    }
    if (rows.length < claimsPerChunk) break;
    after = rows.at(-1)?.id ?? after;
  }
  // Undecided claims in the reserve may have no review.
  const unique = [...new Set([...toLookUp, ...reserved])];
  for (let first = 0; first < unique.length; first += claimsPerLook)
    for (const claim of await readHistories(database, settlement, unique.slice(first, first + claimsPerLook), seal)) {
      const status = claim.status ?? '';
      const isDecided = ['approved', 'reduced', 'final'].includes(status);
      const isClosed = ['denied', 'withdrawn', 'void', 'final'].includes(status);
      // The claimant may still dispute a decision, so a supplement pays what was set aside.
      const isSetAside = reserved.has(claim.id) && !isClosed && !(supplement !== null && isDecided);
      if (status === 'disputed' || isSetAside) add(claim, claimedAmount(settlement, claim), true);
      else if (isDecided && claim.recognized !== null) add(claim, parseAmount(claim.recognized), false);
    }
  return claims;
}

/**
 * The IDs of claims that two people moved into the reserve of a fund, and of those for which the
 * allocation that a supplement adds to set money aside.
 */
async function readReserved(
  database: Database,
  fundId: string,
  supplement: string | null,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select claims.id from approvals, jsonb_array_elements_text(details->'claims') as reserved (number)
    join claims using (number)
    where kind = 'reserve-claims' and details->>'fundId' = ${fundId} and decision = 'approved'
    union
    select claims.id from ${reservedLines(supplement)} line join claims on number = claim collate "default"`.execute(
    database,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The claims whose status changed after the seal, except that an allocation made them final. The
 * index `claim_history_of_status` has these entries.
 */
export async function readChangedSince(
  database: Database,
  fund: Fund,
  forms: readonly string[],
  { lastEntry }: Pick<ReportSeal, 'lastEntry'>,
): Promise<ReadonlySet<string>> {
  // An array, because PostgreSQL expects many entries after the seal, and would read all claims for a few.
  const { rows } = await sql<{ id: string }>`
    select id from claims
    where id = any(array(
        select claim_id from claim_history entry
        where entry.id > ${lastEntry} and kind in (${sql.join(statusEntries.map((kind) => sql.lit(kind)))})
          and coalesce(details->>'to', '') <> 'final'
      ))
      and case_id = ${fund.caseId} and form_id = any(${forms}::text[])`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

type LookedUp = ReadClaim & Pick<FoundClaim, 'form_version' | 'answers'>;

/** The status and answers of claims as of a seal, and the amount of an approval or reduction in force then. */
async function readHistories(
  database: Database,
  settlement: Rules,
  ids: readonly string[],
  seal: ReportSeal,
): Promise<LookedUp[]> {
  const { rows } = await sql<LookedUp>`
    select claims.id, number, form_id, form_version, claims.amount, answers, recorded.status, recorded.recognized
    from claims
    left join (
      select claim_id, (array_agg(details->>'to' order by position desc))[1] as status,
        (array_agg(details->>'amount' order by position desc) filter (where kind = 'claim-decided'))[1] as recognized
      from claim_history entry
      where claim_id = any(${ids}::bigint[]) and ${isSealedBy(seal)} and kind in (${sql.join(statusEntries)})
      group by claim_id
    ) recorded on claim_id = claims.id
    where claims.id = any(${ids}::bigint[])`.execute(database);
  const corrections = await readCorrectionsOf(database, ids, seal.lastEntry);
  return rows.map((claim) => ({ ...claim, ...correctAmount(settlement, claim, corrections.get(claim.id)) }));
}

/** Computes the amount if all of a claim were granted: at least what was recognized before. */
function claimedAmount({ review }: Rules, { form_id: formId, amount, answers, recognized }: LookedUp): bigint {
  const claimed = computeLargest(review, formId, { amount, answers });
  const decided = recognized === null ? 0n : parseAmount(recognized);
  return claimed > decided ? claimed : decided;
}
