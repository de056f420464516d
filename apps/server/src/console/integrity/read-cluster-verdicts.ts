import type { ClusterSample, ClusterVerdict } from '@redress/contract/console/integrity';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { isSampleReturned } from '../sign-in/blind-reviews.ts';
import { countRest, readSampled } from './cluster-verdicts.ts';
import { anyOf, type IntegrityContext } from './load-claims.ts';
import { compareAnswers } from './read-clusters.ts';

/** Maximum verdicts shown for one cluster, newest first. */
const maxShown = 20;

/** The verdicts on a cluster as a whole, newest first. */
export const readClusterVerdicts = async (
  database: Kysely<Tables>,
  clusterId: string,
  staffId: string,
): Promise<ClusterVerdict[]> =>
  (await readRows(database, sql<boolean>`cluster_id = ${clusterId}`, staffId)).map(({ verdict }) => verdict);

async function readRows(database: Kysely<Tables>, condition: RawBuilder<boolean>, staffId: string) {
  const rows = await database
    .selectFrom('cluster_verdicts')
    .innerJoin('staff', 'staff.id', 'cluster_verdicts.staff_id')
    .leftJoin('approvals', 'approvals.id', 'approval_id')
    .leftJoin('staff as second', 'second.id', 'approvals.decided_by')
    .selectAll('cluster_verdicts')
    .select(['staff.name', 'approvals.reason', 'second.name as decided_by'])
    .select(isSampleReturned(sql.ref('cluster_verdicts.id')).as('is_returned'))
    .where(condition)
    .orderBy('started_at', 'desc')
    .limit(maxShown)
    .execute();
  const read = [];
  for (const row of rows) {
    const isOwn = row.staff_id === staffId;
    const sample = await readSampled(database, row);
    const isShown = isOwn || row.state !== 'sample';
    const verdict: ClusterVerdict = {
      id: row.id,
      by: { id: row.staff_id, name: row.name },
      isOwn,
      state: row.is_returned ? 'returned' : row.state,
      startedAt: row.started_at.toISOString(),
      seed: row.seed,
      claims: row.claim_ids.length,
      sample: sample.map((each) => ({ claim: each.number, verdict: isShown ? each.verdict : null })),
      rest: row.state === 'recorded' ? 0 : await countRest(database, row),
      verdict: row.verdict,
      reason: row.reason,
      recorded: row.recorded,
      decidedBy: row.decided_by,
    };
    read.push({ row, verdict });
  }
  return read;
}

/**
 * The claims of a person's own sample with their answers, without scores, signals and other
 * people's verdicts. Undefined for another person's sample.
 * @param cases the cases in which the person may see answers
 */
export async function readClusterSample(
  database: Kysely<Tables>,
  { settlement }: Pick<IntegrityContext, 'settlement'>,
  { id, cases, staffId }: { readonly id: string; readonly cases: readonly string[]; readonly staffId: string },
): Promise<ClusterSample | undefined> {
  const condition = sql<boolean>`
    cluster_verdicts.id = ${id} and cluster_verdicts.staff_id = ${staffId} and cluster_verdicts.case_id = any(${cases}::text[])`;
  const [found] = await readRows(database, condition, staffId);
  if (!found) return undefined;
  const { row, verdict } = found;
  const claims = await database
    .selectFrom('claims')
    .select(['number', 'filed_at', 'name', 'form_id', 'form_version', 'answers'])
    .where('id', '=', anyOf(row.sample_ids))
    .execute();
  const { fields, valuesOf } = compareAnswers(settlement, claims);
  return {
    ...verdict,
    clusterId: row.cluster_id,
    fields: [...fields],
    members: verdict.sample.flatMap((sampled) => {
      const claim = claims.find(({ number }) => number === sampled.claim);
      if (!claim) return [];
      const { number, filed_at: filedAt, name } = claim;
      return [{ number, filedAt: filedAt.toISOString(), name, verdict: sampled.verdict, values: valuesOf(claim) }];
    }),
  };
}
