import type { HiddenReason } from '@redress/contract/console/integrity';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** A claim that somebody reviews a second time now, without seeing how it was decided. */
export interface BlindClaim {
  readonly id: string;
  readonly number: string;
}

/** The claims that somebody reviews a second time now: one for each sample at most, and mostly none. */
export async function listReviewedBlind(database: Kysely<Tables>, staffId: string): Promise<BlindClaim[]> {
  const taken = await database
    .selectFrom('quality_reviews')
    .select('claim_id')
    .where('reviewer', '=', staffId)
    .where('outcome', 'is', null)
    .execute();
  if (taken.length === 0) return [];
  const ids = taken.map(({ claim_id: id }) => id);
  return database.selectFrom('claims').select(['id', 'number']).where('id', 'in', ids).execute();
}

/** Whether somebody reviews a claim a second time now. */
export const isReviewedBlind = async (database: Kysely<Tables>, claimId: string, staffId: string): Promise<boolean> =>
  (await listReviewedBlind(database, staffId)).some(({ id }) => id === claimId);

/**
 * Why somebody may not see the scores of a claim. A verdict that a score has led says nothing about
 * the score.
 */
export async function readHiddenReason(
  database: Kysely<Tables>,
  claimId: string,
  staffId: string,
): Promise<HiddenReason | null> {
  const { rows } = await sql<{ inCluster: boolean; inRandom: boolean }>`
    select exists (
        select from cluster_verdicts own
        where own.staff_id = ${staffId} and own.state = 'sample' and ${claimId} = any (own.sample_ids)
          and exists (
            select from claims where claims.id = any (own.sample_ids) and claims.status = 'filed'
              and not exists (select from claim_verdicts where claim_id = claims.id and staff_id = own.staff_id))
      ) as "inCluster",
      exists (
        select from claim_scores join claims on claims.id = claim_id
        where claim_id = ${claimId} and sampled and claims.status = 'filed'
          and not exists (select from claim_verdicts where claim_verdicts.claim_id = claim_scores.claim_id)
      ) as "inRandom"`.execute(database);
  return rows[0]?.inCluster ? 'cluster-sample' : rows[0]?.inRandom ? 'random-sample' : null;
}

/** The kinds of history entries that tell how a claim was decided, or that somebody looked again. */
const tellingKinds: ReadonlySet<string> = new Set([
  'claim-decided',
  'decision-undone',
  'decision-released',
  'decision-declined',
  'claim-assigned',
  'status-changed',
  'quality-reviewed',
  'quality-settled',
]);

/** What a second reviewer sees of a history. */
export const withoutDecisions = <Entry extends { readonly kind: string }>(entries: readonly Entry[]): Entry[] =>
  entries.filter(({ kind }) => !tellingKinds.has(kind));

/** What somebody sees of a history who may not see the scores. */
export function withoutScores<Entry extends { readonly kind: string }>(
  entries: Entry[],
  hidden: HiddenReason | null,
): Entry[] {
  if (hidden === null) return entries;
  const scoreless = entries.filter(({ kind }) => kind !== 'claim-scored' && kind !== 'verdict');
  return hidden === 'cluster-sample' ? withoutDecisions(scoreless) : scoreless;
}
