import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { type ClaimRange, type Counting, courtDay, isInRange } from './count-sealed-claims.ts';
import { isSealedBy } from './report-parameters.ts';

/**
 * Adds decisions and verdicts to `report_review_counts` as of a seal, with the result of each
 * decision, which follows from the next entry of its claim that ends or replaces it.
 */
export async function countSealedDecisions(
  transaction: Kysely<Tables>,
  { run, seal, settlement }: Counting,
  range: ClaimRange,
): Promise<void> {
  await sql`
    insert into report_review_counts
    with entry as (
      select * from claim_history entry
      where ${isInRange(sql`claim_id`, range)} and ${isSealedBy(seal)}
        and (kind in ('claim-decided', 'decision-undone', 'decision-declined', 'verdict')
          or kind = 'status-changed' and details->>'from' in ('deficient', 'proposed', 'approved', 'reduced', 'denied', 'disputed'))
    ),
    followed as (
      select entry.*,
        lead(kind) over claim as next_kind, lead(details) over claim as next_details
      from entry where kind <> 'verdict'
      window claim as (partition by claim_id order by position)
    ),
    event as (
      select claim_id, 'decision' as event, details->>'outcome' as outcome, details->>'reasons' as reasons,
        coalesce(details->>'by', '') as decided_by, details->>'source' as source,
        case next_kind
          when 'decision-undone' then 'undone'
          when 'decision-declined' then
            case
              when (select decision from approvals where id = (next_details->>'approval')::uuid) = 'withdrawn' then 'undone'
              else 'declined'
            end
          when 'claim-decided' then case when next_details->>'source' = 'expiry' then 'expired' else 'replaced' end
          when 'status-changed' then
            case
              when next_details->>'cause' in ('overturned', 'expired', 'reopened') then next_details->>'cause'
              when next_details->>'from' = 'deficient' and next_details->>'to' = 'ready' then 'cured'
              when next_details->>'to' in ('withdrawn', 'void') then 'closed'
              when next_details->>'to' = 'final' then 'in-force'
              else 'reopened'
            end
          else 'in-force'
        end as fate,
        details->>'outcome' = 'deficient' or exists (
          select from claim_history entry
          where entry.claim_id = followed.claim_id and kind = 'decision-released'
            and entry.details->>'decisionId' = followed.details->>'decisionId' and ${isSealedBy(seal)}
        ) as released,
        coalesce((details->>'amount')::numeric, 0) as amount
      from followed where kind = 'claim-decided'
      union all
      select claim_id, 'verdict', details->>'verdict', '', details->>'by', 'reviewer', 'in-force', true, 0
      from entry where kind = 'verdict'
    ),
    counted as (
      select event.*, form_id, ${courtDay(settlement)} as filed_day
      from event join claims on claims.id = claim_id
      where case_id = any(${run.case_ids}::text[]) and ${isInRange(sql`claims.id`, range)}
    )
    select ${run.id}::bigint, form_id, event, outcome, reasons, decided_by, source, fate, released, count(*), sum(amount)
    from counted
    where filed_day >= coalesce(${run.first_day}::text, filed_day) and filed_day <= coalesce(${run.last_day}::text, filed_day)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (run_id, form_id, event, outcome, reasons, decided_by, source, fate, released)
    do update set entries = report_review_counts.entries + excluded.entries,
      amount = report_review_counts.amount + excluded.amount
  `.execute(transaction);
}
