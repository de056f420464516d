import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

/**
 * SQL: the entry of a claim's last deficiency, and its last day to cure. It is null unless a letter
 * is out. Undone deficiencies do not count. One that expired in version 1.0.0, which had no letters,
 * keeps the day in its entry.
 * @param claimId an ID, or SQL for one
 */
export const lastDeficiency = (claimId: unknown) => sql`(
  select position, coalesce((
      select max(due_on) from letters
      where letters.claim_id = decided.claim_id and decision_id = (decided.details->>'decisionId')::uuid
        and kind = 'deficiency' and status in ('sent', 'mailed')
    ), (
      select decided.details->>'cureDue' from claim_review review
      where review.claim_id = decided.claim_id and review.status <> 'deficient'
        and not exists (
          select from letters
          where letters.claim_id = decided.claim_id and decision_id = (decided.details->>'decisionId')::uuid
        )
    )) as due
  from claim_history decided
  where claim_id = ${claimId} and kind = 'claim-decided' and details->>'outcome' = 'deficient'
    and not exists (
      select from claim_history undone
      where undone.claim_id = ${claimId} and undone.kind = 'decision-undone'
        and undone.details->>'decisionId' = decided.details->>'decisionId'
    )
  order by position desc limit 1
)`;

/**
 * Finds the claims, by their numbers, whose last deficiency has no last day to cure any more,
 * because its letter came back.
 */
export async function findWithoutLastDay(database: Database, claimNumbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select number from claims cross join lateral ${lastDeficiency(sql.ref('claims.id'))} as deficiency
    where number = any(${claimNumbers}::text[]) and due is null`.execute(database);
  return new Set(rows.map(({ number }) => number));
}
