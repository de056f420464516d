import type { RandomSample } from '@redress/contract/console/integrity';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** The count stops here. */
const maxCounted = 1_000;

/**
 * Counts the claims of a case's random sample that have no verdict. Returns one of the first few at
 * random, so that two people seldom review the same claim.
 */
export async function readRandomSample(database: Kysely<Tables>, caseId: string): Promise<RandomSample> {
  const { rows } = await sql<{ left: number; next: string | null }>`
    with waiting as materialized (
      select claims.number from claim_scores score join claims on claims.id = score.claim_id
      where score.case_id = ${caseId} and score.sampled and claims.status = 'filed'
        and not exists (select from claim_verdicts where claim_verdicts.claim_id = score.claim_id)
      order by score.claim_id limit ${maxCounted + 1}
    )
    select count(*)::int as left, (select number from waiting order by random() limit 1) as next from waiting`.execute(
    database,
  );
  const { left = 0, next = null } = rows[0] ?? {};
  return { left: Math.min(left, maxCounted), isExact: left <= maxCounted, next };
}
