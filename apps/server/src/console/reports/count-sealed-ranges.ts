import { type Kysely, sql } from 'kysely';
import { rangeAnswer } from '../../claims/filing/claimed-range.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type ClaimRange, type Counting, courtDay, isInRange } from './count-sealed-claims.ts';
import { isSealedBy } from './report-parameters.ts';

/** Adds to `report_review_counts` the number of claims as of a seal that name each range. */
export async function countSealedRanges(
  transaction: Kysely<Tables>,
  { run, seal, settlement }: Counting,
  range: ClaimRange,
): Promise<void> {
  const answer = rangeAnswer(settlement);
  if (!answer) return;
  await sql`
    insert into report_review_counts
    select ${run.id}::bigint, form_id, 'range', answer, '', '', '', 'in-force', true, count(*), 0
    from (
      select form_id, ${answer} as answer, ${courtDay(settlement)} as filed_day from claims
      where case_id = any(${run.case_ids}::text[]) and ${isInRange(sql`id`, range)}
        and exists (select from claim_history entry where entry.claim_id = claims.id and ${isSealedBy(seal)})
    ) as counted
    where answer is not null
      and filed_day >= coalesce(${run.first_day}::text, filed_day) and filed_day <= coalesce(${run.last_day}::text, filed_day)
    group by form_id, answer
    on conflict (run_id, form_id, event, outcome, reasons, decided_by, source, fate, released)
    do update set entries = report_review_counts.entries + excluded.entries`.execute(transaction);
}
