import { type Selectable, sql, type Transaction } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { IntegrityProgressTable } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findNewestEntry, findNextEntry } from '../../claims/history/follow-history.ts';
import { createBatchRunner } from '../../platform/jobs/batch-runner.ts';
import type { IntegrityContext } from './load-claims.ts';
import { markContacts } from './queue-rescoring.ts';
import { renewMarks } from './neutral-marks.ts';
import { emptyKeys, storeNextKeys } from './renew-keys.ts';
import { scoreBatch } from './score-batch.ts';
import { tryLockScoring } from './scoring-lock.ts';
import { catalogVersion } from './signal-catalog.ts';

/** Claims per transaction, which takes about half a second. */
const batchSize = 1_000;
const runBatches = createBatchRunner({ size: batchSize, busySize: 100, idlePause: 0.5 });
/** The time limit of a run. The job begins again after a few seconds. */
const runMilliseconds = 5_000;

type ScoringContext = IntegrityContext & Partial<Pick<ConsoleContext, 'log'>>;
type Progress = Selectable<IntegrityProgressTable>;

/** Each step returns whether it found work, so that more may be waiting. */
type Step = (
  transaction: Transaction<Tables>,
  context: ScoringContext,
  limit: number,
  progress: Progress,
) => Promise<boolean>;

/**
 * Scores new and changed claims, one transaction per batch, for a few seconds at most. Progress is
 * written with the scores, so a process that dies loses nothing.
 */
export const scoreNewClaims = (context: ScoringContext, maxMilliseconds = runMilliseconds): Promise<void> =>
  runBatches((limit) => scoreNext(context, limit), maxMilliseconds);

/** Scores all waiting claims without pauses. For commands, benchmarks and tests. */
export async function scoreNewClaimsNow(context: IntegrityContext): Promise<void> {
  while (await scoreNext(context, batchSize));
}

/** Scores a batch unless another process is scoring. Returns whether more may be waiting. */
export async function scoreNext(context: ScoringContext, limit: number): Promise<boolean> {
  for (const step of [renewKeys, followHistory, scoreDue, scoreAgain] satisfies Step[]) {
    // Each statement has to see everything that was committed before it.
    const transaction = context.database.transaction().setIsolationLevel('read committed');
    const hasWorked = await transaction.execute(async (scoring) => {
      if (!(await tryLockScoring(scoring))) return false;
      const progress = await scoring.selectFrom('integrity_progress').selectAll().executeTakeFirstOrThrow();
      // Claims are compared and scored by the keys and rules of one release.
      const isReady = progress.catalog === catalogVersion && progress.keyed_to === null;
      return isReady === (step !== renewKeys) && (await step(scoring, context, limit, progress));
    });
    if (hasWorked) return true;
  }
  return false;
}

/**
 * After an update that changes how claims are compared or scored, deletes the keys of the earlier
 * release, and stores those of the next claims that have scores. Other claims have no keys yet.
 */
const renewKeys: Step = async (transaction, context, limit, { catalog, keyed_to: after }) => {
  // A newer release has other keys: its processes score claims.
  if (catalog > catalogVersion) return false;
  if (catalog < catalogVersion) {
    await beginAgain(transaction);
    // Nothing is logged at the first start.
    if (catalog > 0) context.log?.info({ catalog: catalogVersion, before: catalog }, 'rebuilding the keys of claims');
    return true;
  }
  const keyedTo = await storeNextKeys(transaction, context, after ?? '0', limit);
  await transaction.updateTable('integrity_progress').set({ keyed_to: keyedTo }).execute();
  if (keyedTo !== null) return true;
  await renewMarks(transaction, context);
  if (after !== '0') context.log?.info({ catalog }, 'rebuilt the keys of claims; all claims are scored again');
  return true;
};

/** Starts to score all claims: existing ones in order, later ones by their entries. */
async function beginAgain(transaction: Transaction<Tables>): Promise<void> {
  const newest = await findNewestEntry(transaction);
  await emptyKeys(transaction);
  await transaction
    .updateTable('integrity_progress')
    .set({ catalog: catalogVersion, last_entry: newest, keyed_to: '0', rescored_to: '0' })
    .execute();
}

/** Events that can change a claim's score. */
const followed = ['claim-filed', 'document-stored', 'data-checked'] as const;
/**
 * SQL: events after which a claim may count as fraudulent, or no longer does, which affects claims
 * with the same contacts.
 */
const mayChangeFraud = sql<boolean>`(
  kind = 'verdict' or (kind = 'decision-released' and details->>'to' = 'denied')
  or (kind = 'status-changed' and details->>'from' = 'denied' and details->>'to' <> 'final'))`;

/** Scores the claims that have new entries in their history. */
const followHistory: Step = async (transaction, context, limit, progress) => {
  const lastEntry = await findNextEntry(transaction, progress.last_entry, limit);
  if (lastEntry === null) return false;
  const { rows } = await sql<{ id: string }>`
    select distinct claim_id as id from claim_history
    where id > ${progress.last_entry} and id <= ${lastEntry} and kind = any(${[...followed]}::text[])`.execute(
    transaction,
  );
  const { rows: affecting } = await sql<{ id: string }>`
    select distinct claim_id as id from claim_history
    where id > ${progress.last_entry} and id <= ${lastEntry} and ${mayChangeFraud}`.execute(transaction);
  const affectingIds = affecting.map(({ id }) => id);
  await markContacts(transaction, context, affectingIds);
  await transaction.updateTable('integrity_progress').set({ last_entry: lastEntry }).execute();
  const changed = rows.map(({ id }) => id);
  await scoreBatch(transaction, context, changed);
  return true;
};

/** Rescores claims whose block, cluster or neighbor has changed. */
const scoreDue: Step = async (transaction, context, limit) => {
  const due = await transaction
    .selectFrom('claim_scores_due')
    .select('claim_id')
    .orderBy('claim_id')
    .limit(limit)
    .execute();
  if (due.length === 0) return false;
  const ids = due.map(({ claim_id: id }) => id);
  await scoreBatch(transaction, context, ids);
  // Claims that were purged meanwhile are removed, too.
  await transaction
    .deleteFrom('claim_scores_due')
    .where('claim_id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  return true;
};

const scoreAgain: Step = async (transaction, context, limit) => {
  const { rescored_to: after } = await transaction
    .selectFrom('integrity_progress')
    .select('rescored_to')
    // Requests to score all claims wait for the batch, whose progress would overwrite theirs.
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (after === null) return false;
  const claims = await transaction
    .selectFrom('claims')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const claimIds = claims.map(({ id }) => id);
  await scoreBatch(transaction, context, claimIds);
  await transaction
    .updateTable('integrity_progress')
    .set({ rescored_to: claims.at(-1)?.id ?? null })
    .execute();
  return true;
};
