import type { NewSample } from '@redress/contract/console/quality';
import { hash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { canonicalJson, type Json } from '../../platform/keys/canonical-json.ts';

/** A random seed. If people could choose seeds, they could try them until a sample suits them. */
export const newSeed = (): string => randomBytes(16).toString('hex');

/**
 * SQL: the order in which a random sample is drawn. The same seed gives the same order.
 * @param key identifies each row of the population
 */
export const drawOrder = (seed: string, key: RawBuilder<unknown>): RawBuilder<Buffer> =>
  sql`sha256(convert_to(${seed} || ' ' || ${key}, 'UTF8'))`;

/** SHA-256 of the drawn items, in order, for the history of the sample. */
export const hashDrawn = (drawn: Json): string => hash('sha256', canonicalJson(drawn));

/** The parameters of a sample of decisions. The same parameters give the same claims. */
export interface SampleParameters extends Omit<NewSample, 'id'> {
  readonly seed: string;
  /** Entries of `claim_history` after this ID are ignored. */
  readonly upToEntry: string;
  readonly timeZone: string;
}

/** A type, not an interface, so that it can be hashed as JSON. */
export type DrawnClaim = {
  readonly position: number;
  readonly claimId: string;
  readonly decisionId: string;
  readonly firstDecider: string | null;
  readonly firstApprover: string | null;
};

/**
 * Draws claims at random whose decision had taken effect and was in force as of an entry: released
 * decisions, and deficiencies, which take effect at once. The same seed gives the same order.
 */
export async function drawDecisions(
  database: Database,
  parameters: SampleParameters,
): Promise<{ readonly population: number; readonly claims: readonly DrawnClaim[] }> {
  const { caseId, formId, fromDay, toDay, decidedBy, sourceId, size, seed, upToEntry, timeZone } = parameters;
  const effectiveDay = sql`to_char(effective.at at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const { rows } = await sql<Omit<DrawnClaim, 'position'> & { readonly population: string }>`
    select effective.claim_id as "claimId", decision.id as "decisionId", decision.staff_id as "firstDecider",
      approvals.decided_by as "firstApprover", count(*) over () as population
    from claim_history effective
      join claims on claims.id = effective.claim_id
      join claim_decisions decision on decision.id = (effective.details->>'decisionId')::uuid
      left join approvals on approvals.id = (effective.details->>'approval')::uuid
    -- As in the index.
    where (effective.kind = 'decision-released'
        or effective.kind = 'claim-decided' and effective.details->>'outcome' = 'deficient')
      and effective.id <= ${upToEntry}
      and ${effectiveDay} between ${fromDay} and ${toDay}
      and claims.case_id = ${caseId}
      and (${formId}::text is null or claims.form_id = ${formId})
      and (${decidedBy}::uuid is null or decision.staff_id = ${decidedBy})
      and (${sourceId}::uuid is null or decision.source_id = ${sourceId})
      and not exists (
        select from claim_history later
        where later.claim_id = effective.claim_id and later.position > effective.position and later.id <= ${upToEntry}
          and later.kind in ('status-changed', 'claim-decided', 'decision-undone', 'claim-purged')
          -- A frozen allocation leaves the decision in force.
          and coalesce(later.details->>'to', '') <> 'final')
    order by ${drawOrder(seed, sql`decision.id`)}
    limit ${size}`.execute(database);
  const claims = rows.map(({ population: _population, ...claim }, index) => ({ position: index + 1, ...claim }));
  return { population: Number(rows[0]?.population ?? 0), claims };
}
