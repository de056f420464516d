import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** A claim that somebody reviews a second time now, without seeing how it was decided. */
export interface BlindClaim {
  readonly id: string;
  readonly number: string;
}

/** The claims that somebody reviews a second time now: one for each sample at most. */
export const listReviewedBlind = (database: Kysely<Tables>, staffId: string): Promise<BlindClaim[]> =>
  database
    .selectFrom('quality_reviews')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .distinct()
    .select(['claims.id', 'claims.number'])
    .where('reviewer', '=', staffId)
    .where('outcome', 'is', null)
    .execute();

/** Whether somebody reviews a claim a second time now. */
export const isReviewedBlind = async (database: Kysely<Tables>, claimId: string, staffId: string): Promise<boolean> =>
  (await listReviewedBlind(database, staffId)).some(({ id }) => id === claimId);

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
