import {
  maxListedOpenClaims,
  type OpenClaimKind,
  openClaimKinds,
  type OpenClaims,
} from '@redress/contract/console/allocations';
import type { Fund } from '@redress/contract/funds';
import { caseIdsOf, type Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { statusEntries } from '../reports/count-sealed-claims.ts';
import { formsOf } from './read-eligible-claims.ts';
import { reservedLines } from './supplement.ts';

/**
 * Few claims are looked up by ID. For many, reading all is faster, and PostgreSQL always estimates
 * that there are many.
 */
const areMany = sql<boolean>`(select count(*) = 20000 from (select from open limit 20000) as counted)`;

/**
 * The claims of a fund that keep an allocation from being frozen: undecided ones, and those whose
 * decision can still be disputed. Disputed ones do not, because the allocation sets money aside for
 * them, and neither do those that a court order moved into the reserve. A letter that cannot be
 * delivered does not delay the freeze.
 * @param today the court’s day
 * @param options.supplement counts only the claims that this supplemental allocation pays, and the
 *   denied ones whose money it takes out of the reserve
 * @param options.kind only claims of this kind
 * @param options.after lists claims with higher numbers
 */
export async function readOpenClaims(
  database: Database,
  settlement: Settlement,
  fund: Fund,
  today: string,
  options: { readonly supplement?: string; readonly kind?: OpenClaimKind; readonly after?: string } = {},
): Promise<Pick<OpenClaims, 'claims' | 'groups'>> {
  const { supplement, kind, after = '' } = options;
  const otherCases = caseIdsOf(settlement).filter((id) => id !== fund.caseId);
  // Claims without a review are found by IDs alone, because whole claims are large. Search rows know the
  // case of all but the newest claims.
  const { rows } = await sql<{ kind: OpenClaimKind; claims: number; numbers: string[] }>`
    with unreviewed as materialized (
      select id from claims
      where not exists (select from claim_review where claim_id = id)
        and not exists (select from claim_search where claim_id = id and case_id = any(${otherCases}::text[]))
    ),
    disputable as (
      select letters.claim_id, bool_or(letters.status not in ('sent', 'mailed')) as unmailed
      from letters join claim_review review on review.claim_id = letters.claim_id and review.decision_id = letters.decision_id
      where letters.status in ('queued', 'in-batch') or letters.status in ('sent', 'mailed') and due_on >= ${today}
        or letters.status in ('bounced', 'returned')
          and not exists (select from letters again where again.replaces = letters.id and again.status <> 'cancelled')
      group by letters.claim_id
    ),
    open (id, kind) as materialized (
      select id, 'undecided' from unreviewed
      union all
      select claim_id, case
          when status in ('received', 'waiting-documents', 'ready') then 'undecided'
          when status in ('approved', 'reduced', 'denied') then 'letter-due'
          else status
        end
      from claim_review review
      where case_id = ${fund.caseId}
        and (status in ('received', 'waiting-documents', 'ready', 'in-review', 'proposed', 'deficient')
          or status in ('approved', 'reduced', 'denied') and letter_due is not null)
        -- A disputed claim that a reviewer opened keeps its status in the history.
        and not (status = 'in-review' and reopened and 'disputed' = coalesce((
          select details->>'to' from claim_history entry
          where entry.claim_id = review.claim_id and entry.kind in (${sql.join(statusEntries)})
          order by position desc limit 1
        ), ''))
      union all
      select claim_id, case when unmailed then 'letter-due' else 'may-dispute' end
      from disputable join claim_review using (claim_id)
      where status in ('approved', 'reduced', 'denied') and letter_due is null
    ),
    found as (
      select kind, claim.* from open
      join lateral (select number, case_id, form_id, status from claims where claims.id = open.id offset 0) as claim on true
      where not ${areMany}
      union all
      select kind, number, case_id, form_id, status from open join claims using (id) where ${areMany}
    )
    select kind, count(*)::int as claims,
      coalesce((array_agg(number order by number) filter (where number > ${after}))[1:${sql.lit(maxListedOpenClaims)}], '{}') as numbers
    from found
    where case_id = ${fund.caseId} and form_id = any(${formsOf(fund, settlement)}::text[]) and status = 'filed' and ${
      supplement === undefined
        ? sql`number not in (
            select jsonb_array_elements_text(details->'claims') from approvals
            where kind = 'reserve-claims' and details->>'fundId' = ${fund.id} and decision = 'approved'
          )`
        : sql`(
            number in (select claim from allocation_lines where allocation_id = ${supplement} and outcome <> 'reserved')
            or kind in ('letter-due', 'may-dispute') and number in (select claim from ${reservedLines(supplement)} line)
          )`
    } and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
    group by kind`.execute(database);
  const groups = Object.keys(openClaimKinds).flatMap((each) => rows.filter((row) => row.kind === each));
  return { claims: groups.reduce((sum, { claims }) => sum + claims, 0), groups };
}
