import { settlement } from '@redress/content/settlement';
import { thresholdsOf } from '@redress/server/console/integrity/score-claim';
import type pg from 'pg';
import { countSearchRows, skipChecks } from '../../generate/generate-claims.ts';

/** The share of claims that are decided, oldest first. */
const decidedShare = 0.4;
/** The share of the next claims that is assigned, at most as many as one bulk action assigns. */
const assignedShare = 0.1;
const maxAssigned = 100_000;

/** Gives every claim scores, and every third one a signal. A second call does nothing. */
export async function inventScores(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from claim_scores limit 1');
  if (rows.length > 0) return;
  const { duplicate, machine } = thresholdsOf(settlement);
  await skipChecks(client);
  await client.query(
    `insert into claim_scores (claim_id, case_id, duplicate, machine, duplicate_reached, machine_reached, catalog, scored_at, sampled)
     select id, case_id, duplicate, machine, duplicate >= $1, machine >= $2, 1, now(), false
     from claims cross join lateral (select id * 7919 % 101 - 92 as duplicate, id * 104729 % 103 - 95 as machine) as score
     order by id`,
    [duplicate, machine],
  );
  await client.query(
    `insert into claim_signals (claim_id, signal, level, strength, points, arguments)
     select id, (array['burst', 'top-range', 'same-notice'])[1 + id / 3 % 3], 'some', 1, 1, '{}'
     from claims where id % 3 = 0 order by id`,
  );
  await client.query('vacuum (analyze) claim_scores, claim_signals');
}

/**
 * Gives many claims a review and the resulting search row: the first ones are decided, the next
 * ones assigned to one reviewer, and every twentieth of the others was opened. A second call does
 * nothing. Returns the ID of the reviewer.
 */
export async function inventReviews(client: pg.Client, assignee: string): Promise<string> {
  const { rows: before } = await client.query<{ id: string }>(
    'select assignee as id from claim_review where assignee is not null limit 1',
  );
  if (before[0]) return before[0].id;
  const { rows: last } = await client.query<{ id: string }>('select max(id) as id from claims');
  const claims = Number(last[0]?.id);
  const decided = Math.floor(claims * decidedShare);
  const assigned = decided + Math.min(maxAssigned, Math.floor(claims * assignedShare));
  await skipChecks(client);
  await client.query(
    `insert into claim_review (claim_id, case_id, status, reasons, recognized_amount, cure_due, assignee, leased_by, leased_until, version)
     select claim_id, case_id, decision.status, case decision.status when 'denied' then array['not-a-class-member'] else '{}' end,
       case decision.status when 'approved' then amount end, case decision.status when 'deficient' then '2099-12-31' end,
       case when claim_id > $1 and claim_id <= $2 then $3::uuid end,
       case when claim_id > $2 then $3::uuid end, case when claim_id > $2 then now() end, (claim_id <= $1)::int
     from claim_search search cross join lateral (
       select case when claim_id > $1 then search.status when claim_id % 20 = 0 then 'denied'
         when claim_id % 20 = 1 then 'deficient' else 'approved' end as status
     ) as decision
     where claim_id <= $2 or claim_id % 20 = 0
     order by claim_id`,
    [decided, assigned, assignee],
  );
  await client.query(
    `update claim_search search set status = review.status, reasons = review.reasons,
       recognized_amount = review.recognized_amount, assignee = review.assignee
     from claim_review review where review.claim_id = search.claim_id and review.claim_id <= $1`,
    [assigned],
  );
  await client.query(
    `update claim_search search set duplicate = search.duplicate or duplicate_reached, machine = search.machine or machine_reached
     from claim_scores where claim_scores.claim_id = search.claim_id and (duplicate_reached or machine_reached)`,
  );
  await countSearchRows(client);
  await client.query('vacuum (analyze) claim_review, claim_search, claim_counts');
  return assignee;
}
