import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { signals } from '../integrity/signal-catalog.ts';

const duplicateSignals = Object.entries(signals).flatMap(([signal, { score }]) =>
  score === 'duplicate' ? [signal] : [],
);

/**
 * Finds the earliest duplicate of each claim that can count in its place: filed before it in the
 * same case, under the same Notice ID or named by the signals of a duplicate score that reached its
 * threshold. These are the reasons of the flag for possible duplicates. A signal names one of several
 * equal claims, so the duplicates of a duplicate count, too.
 */
export async function findEarliestDuplicates(
  database: Database,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; earliest: string }>`
    with recursive alike (id, other) as (
      select id, id from claims where id = any(${claimIds}::bigint[])
      union
      select alike.id, earlier.id
      from alike
      join claims claim on claim.id = alike.other
      cross join lateral (
        select id from claims where notice_id = claim.notice_id
        union
        select named.id from claim_signals signal
        join claim_scores score on score.claim_id = signal.claim_id and score.duplicate_reached
        join claims named on named.number = signal.arguments->>'claim'
        where signal.claim_id = claim.id and signal.signal = any(${duplicateSignals}::text[])
      ) as earlier
      where earlier.id < claim.id
    )
    select claim.id, min(other.id) as earliest
    from alike
    join claims claim on claim.id = alike.id
    join claims other on other.id = alike.other and other.id < claim.id and other.case_id = claim.case_id
    left join claim_review review on review.claim_id = other.id
    left join claim_decisions decision on decision.id = review.decision_id
    where other.status <> 'purged'
      and coalesce(review.status not in ('withdrawn', 'void'), true) and decision.outcome is distinct from 'deny'
    group by claim.id`.execute(database);
  return new Map(rows.map(({ id, earliest }) => [id, earliest]));
}
