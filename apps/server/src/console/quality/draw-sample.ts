import type { NewSample } from '@redress/contract/console/quality';
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';

/** What decides a sample: drawn again with the same parameters, it has the same claims. */
export interface SampleParameters extends Omit<NewSample, 'id'> {
  readonly seed: string;
  /** Entries of `claim_history` after this ID do not count. */
  readonly upToEntry: string;
  readonly timeZone: string;
}

export interface DrawnClaim {
  readonly claimId: string;
  readonly decisionId: string;
  readonly firstDecider: string | null;
  readonly firstApprover: string | null;
}

/**
 * Draws claims at random among those whose decision has taken effect and was in force as of an entry:
 * released ones, and deficiencies, which take effect at once. Whoever has the seed gets the same order.
 */
export async function drawSample(
  database: Database,
  parameters: SampleParameters,
): Promise<{ readonly population: number; readonly claims: readonly DrawnClaim[] }> {
  const { caseId, formId, fromDay, toDay, decidedBy, sourceId, size, seed, upToEntry, timeZone } = parameters;
  const effectiveDay = sql`to_char(effective.at at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const { rows } = await sql<DrawnClaim & { readonly population: string }>`
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
          and later.kind in ('status-changed', 'claim-decided', 'decision-undone', 'claim-purged'))
    order by sha256(convert_to(${seed} || ' ' || decision.id::text, 'UTF8'))
    limit ${size}`.execute(database);
  const claims = rows.map(({ population: _population, ...claim }) => claim);
  return { population: Number(rows[0]?.population ?? 0), claims };
}

/** SHA-256 of the claims of a sample in their order, for its history. */
export const hashDrawn = (claims: readonly DrawnClaim[]): string =>
  hash(
    'sha256',
    canonicalJson(
      claims.map(({ claimId, decisionId, firstDecider, firstApprover }) => [
        claimId,
        decisionId,
        firstDecider,
        firstApprover,
      ]),
    ),
  );
