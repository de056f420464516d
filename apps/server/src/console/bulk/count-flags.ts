import type { FlagCounts } from '@redress/contract/console/flag-counts';
import { scoreStep } from '@redress/contract/console/integrity';
import { claimFlags } from '@redress/contract/console/review';
import type { Settlement } from '@redress/contract/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { thresholdsOf } from '../integrity/score-claim.ts';
import { flagColumns } from '../search/derive-rows.ts';

/**
 * Counts claims by their current flags and scores, as in the list of claims.
 * @param claimIds SQL: the IDs, as a query or `unnest(…)`
 */
export async function countFlags(
  database: Database,
  settlement: Pick<Settlement, 'integrity'>,
  claimIds: RawBuilder<unknown>,
): Promise<FlagCounts> {
  const thresholds = thresholdsOf(settlement);
  const scoreOf = (score: 'duplicate' | 'machine') => sql`json_build_object(
    'reached', count(*) filter (where score.${sql.ref(`${score}_reached`)}),
    'close', count(*) filter (where not score.${sql.ref(`${score}_reached`)}
      and score.${sql.ref(score)} >= ${thresholds[score] - scoreStep}),
    'highest', max(score.${sql.ref(score)}))`;
  const { rows } = await sql<Pick<FlagCounts, 'scores' | 'unscored'> & { flags: readonly number[] }>`
    select json_build_array(${sql.join(
      claimFlags.map((flag) => sql`count(*) filter (where search.${sql.ref(flagColumns[flag])})`),
    )}) as flags,
      json_build_object('duplicate', ${scoreOf('duplicate')}, 'machine', ${scoreOf('machine')}) as scores,
      (count(*) filter (where score.claim_id is null))::int as unscored
    from claim_search search left join claim_scores score on score.claim_id = search.claim_id
    where search.claim_id in (${claimIds})`.execute(database);
  const [counted] = rows;
  if (!counted) throw new Error('A count without groups has one row');
  const flags = claimFlags.map((flag, index) => ({ flag, claims: counted.flags[index] ?? 0 }));
  return { ...counted, flags: flags.filter(({ claims }) => claims > 0) };
}
