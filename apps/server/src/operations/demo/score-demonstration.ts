import type { QueueReason } from '@redress/contract/console/review';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { fillSearchNow } from '../../console/search/fill-search.ts';
import type { Database } from '../../platform/database/pool.ts';
import { scoreNewClaimsNow } from '../../console/integrity/score-claims.ts';
import type { ConsoleContext } from '../../console/context.ts';
import { countQueues } from '../../console/review/queue-counts.ts';
import { sealHistory } from '../../platform/history/start-sealing.ts';

interface ScoringContext extends Pick<ConsoleContext, 'settlement' | 'database' | 'keys'> {
  readonly onProgress: (step: string) => void;
  readonly signal: AbortSignal;
}

export interface ScoredDemonstration {
  /** The claims that wait for a decision, by reason. One can have several. */
  readonly queues: ReadonlyMap<QueueReason, number>;
  /** Sizes of the clusters with more claims than a household, the largest first. */
  readonly clusters: readonly number[];
}

/** The pause between checks while a website holds the lock and scores the claims. */
const pollMilliseconds = 250;
/** A website that people use scores slowly. */
const maxMilliseconds = 5 * 60 * 1_000;
const maxHousehold = 6;

/**
 * Scores the filed claims and updates the search rows, so that queues and clusters are available at
 * once. Beside a website, whose jobs do the same, each claim is scored by one of them.
 */
export async function scoreDemonstration(context: ScoringContext): Promise<ScoredDemonstration> {
  const { database, keys, settlement, onProgress, signal } = context;
  const now = () => new Date();
  const until = Date.now() + maxMilliseconds;
  onProgress('scores');
  for (;;) {
    await scoreNewClaimsNow({ database, keys, settlement, now });
    await fillSearchNow({ database, keys, settlement });
    if (signal.aborted || Date.now() > until || (await isUpToDate(database))) break;
    await pause(pollMilliseconds);
  }
  await sealHistory({ database, keys, now });
  return { queues: await countReasons(context), clusters: await readClusterSizes(database) };
}

/** Whether scores and search rows have followed the whole history. */
async function isUpToDate(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isUpToDate: boolean }>`
    select scores.rescored_to is null and search.derived_to is null
      and not exists (select from claim_scores_due)
      and not exists (select from claim_history where id > least(scores.last_entry, search.last_entry)) as "isUpToDate"
    from integrity_progress scores, claim_search_progress search`.execute(database);
  return rows[0]?.isUpToDate === true;
}

async function countReasons({ database, settlement }: ScoringContext): Promise<Map<QueueReason, number>> {
  const counts = new Map<QueueReason, number>();
  const cases = new Set(settlement.claimForms.map(({ caseId }) => caseId));
  for (const { reason, claims } of await countQueues(database, [...cases], null))
    counts.set(reason, (counts.get(reason) ?? 0) + claims);
  return counts;
}

async function readClusterSizes(database: Database): Promise<number[]> {
  const rows = await database
    .selectFrom('claim_clusters')
    .select('size')
    .where('size', '>', maxHousehold)
    .orderBy('size', 'desc')
    .execute();
  return rows.map(({ size }) => size);
}
