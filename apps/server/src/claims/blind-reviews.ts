import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Whether somebody reviews a claim a second time now, without seeing how it was decided. */
export async function isReviewedBlind(database: Kysely<Tables>, claimId: string, staffId: string): Promise<boolean> {
  const found = await database
    .selectFrom('quality_reviews')
    .select('position')
    .where('reviewer', '=', staffId)
    .where('claim_id', '=', claimId)
    .where('outcome', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
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
