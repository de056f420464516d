import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { type ClaimRange, type Counting, courtDay, isInRange } from './count-sealed-claims.ts';
import { isSealedBy } from './report-parameters.ts';

/**
 * Adds letters, answers to deficiencies and disputes to `report_review_counts` as of a seal. Their
 * `fate` is a step: a letter counts once for each step that it took, and in the week of each.
 */
export async function countSealedLetters(
  transaction: Kysely<Tables>,
  { run, seal, settlement }: Counting,
  range: ClaimRange,
): Promise<void> {
  const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${settlement.site.timeZone})::date::text`;
  await sql`
    insert into report_review_counts
    with entry as (
      select claim_id, kind, at, details from claim_history entry
      where ${isInRange(sql`claim_id`, range)} and ${isSealedBy(seal)} and kind in (
        'letter-queued', 'letter-mailed', 'letter-returned', 'letter-undeliverable', 'answer-sent', 'dispute-filed'
      )
    ),
    letter as (
      -- The entry that a letter is undeliverable does not name its kind, and one without an address has no such entry.
      select claim_id, max(details->>'letter') as letter, array_agg(distinct kind)
        || case when bool_or(details->>'channel' = 'none') then array['letter-undeliverable'] end as steps,
        max(details->>'channel') = 'email' as is_email, bool_or(details ? 'replaces') as is_repetition,
        -- A confirmed day may have been corrected to an earlier one.
        min(details->>'mailedOn') as mailed_on, ${dayOf(sql`min(at) filter (where kind = 'letter-returned')`)} as returned_on,
        ${dayOf(sql`min(at) filter (where kind = 'letter-undeliverable' or details->>'channel' = 'none')`)} as undeliverable_on
      from entry where kind like 'letter-%' group by claim_id, details->>'letterId'
    ),
    event as (
      select claim_id, 'letter' as event, letter as outcome, substr(step, length('letter-') + 1) as fate
      from letter, unnest(steps) as step
      union all
      -- A deficiency can have several letters and answers.
      select distinct on (claim_id, kind, details->>'decisionId') claim_id, 'deficiency', '',
        case kind when 'answer-sent' then 'answered' else 'told' end
      from entry where kind = 'answer-sent' or kind = 'letter-mailed' and details->>'letter' = 'deficiency'
      union all
      select claim_id, 'dispute', '', case details->>'late' when 'true' then 'late' else 'on-time' end
      from entry where kind = 'dispute-filed'
    ),
    dated as (
      select claim_id, day, fate from letter, lateral (values
        (mailed_on, case when is_email then 'emailed' else 'mailed' end), (case when is_repetition then mailed_on end, 'mailed-again'),
        (returned_on, case when is_email then 'bounced' else 'returned' end), (undeliverable_on, 'undeliverable')
      ) step (day, fate) where day is not null
      union all
      select claim_id, ${dayOf(sql`at`)}, case kind when 'answer-sent' then 'answered' else 'disputed' end
      from entry where kind in ('answer-sent', 'dispute-filed')
    ),
    counted as (
      select event.*, form_id, ${courtDay(settlement)} as filed_day
      from (
        select * from event
        union all select claim_id, 'letter-week', date_trunc('week', day::date)::date::text, fate from dated
      ) event join claims on claims.id = claim_id
      where case_id = any(${run.case_ids}::text[]) and ${isInRange(sql`claims.id`, range)}
    )
    select ${run.id}::bigint, form_id, event, outcome, '', '', '', fate, true, count(*), 0
    from counted
    where filed_day >= coalesce(${run.first_day}::text, filed_day) and filed_day <= coalesce(${run.last_day}::text, filed_day)
    group by form_id, event, outcome, fate
    on conflict (run_id, form_id, event, outcome, reasons, decided_by, source, fate, released)
    do update set entries = report_review_counts.entries + excluded.entries`.execute(transaction);
}
