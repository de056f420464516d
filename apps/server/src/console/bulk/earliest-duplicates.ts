import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { signals } from '../integrity/signal-catalog.ts';

const duplicateSignals = Object.entries(signals).flatMap(([signal, { score }]) =>
  score === 'duplicate' ? [signal] : [],
);

/**
 * Finds the earliest duplicate of each claim that can count in its place: an earlier claim of the
 * same case, which signals name as its duplicate. A Notice ID counts alone if both claims were filed
 * with a login; anyone can type one, so other evidence must reach the threshold of the score. A
 * signal names one of several equal claims, so the duplicates of a duplicate count, too.
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
      join claim_signals signal on signal.claim_id = alike.other and signal.signal = any(${duplicateSignals}::text[])
      join claim_scores score on score.claim_id = signal.claim_id
        and (score.duplicate_reached or (signal.signal = 'same-notice' and signal.level = 'login'))
      join claims earlier on earlier.number = signal.arguments->>'claim' and earlier.id < alike.other
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
