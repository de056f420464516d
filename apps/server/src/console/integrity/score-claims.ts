import { type Selectable, sql, type Transaction } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConsoleContext } from '../context.ts';
import type { IntegrityProgressTable } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { waitForWriters } from '../../platform/history/start-sealing.ts';
import type { IntegrityContext } from './load-claims.ts';
import { markContacts } from './queue-rescoring.ts';
import { renewMarks } from './neutral-marks.ts';
import { emptyKeys, storeNextKeys } from './renew-keys.ts';
import { scoreBatch } from './score-batch.ts';
import { tryLockScoring } from './scoring-lock.ts';
import { catalogVersion } from './signal-catalog.ts';

/** Claims per transaction, which takes about half a second. */
const batchSize = 1_000;
/** While the process is busy with requests. */
const busyBatchSize = 100;
/** Above this share of the time, the process is busy. */
const busyUtilization = 0.85;
/** Pauses after a batch, as multiples of its time: filing goes first. */
const pauses = { idle: 0.5, busy: 60 };
/** The job begins again after some seconds. */
const runMilliseconds = 5_000;

type ScoringContext = IntegrityContext & Partial<Pick<ConsoleContext, 'log'>>;
type Progress = Selectable<IntegrityProgressTable>;

/** Each returns whether it has found work, and so more may be waiting. */
type Step = (
  transaction: Transaction<Tables>,
  context: ScoringContext,
  limit: number,
  progress: Progress,
) => Promise<boolean>;

/**
 * Scores claims that were filed or have changed, one transaction per batch, for some seconds at
 * most. A process that dies loses nothing: progress is written with the scores.
 */
export async function scoreNewClaims(context: ScoringContext, maxMilliseconds = runMilliseconds): Promise<void> {
  const until = Date.now() + maxMilliseconds;
  for (;;) {
    const isBusy = performance.eventLoopUtilization(lastUtilization).utilization > busyUtilization;
    const begun = performance.now();
    const isMore = await scoreNext(context, isBusy ? busyBatchSize : batchSize);
    const took = performance.now() - begun;
    lastUtilization = performance.eventLoopUtilization();
    if (!isMore || Date.now() > until) return;
    await pause(Math.max(0, Math.min(took * (isBusy ? pauses.busy : pauses.idle), until - Date.now())));
  }
}

/** At the end of the last batch of this process: the time since then was spent on other work. */
let lastUtilization = performance.eventLoopUtilization();

/** Scores everything that waits, without pauses. For commands, benches and tests. */
export async function scoreNewClaimsNow(context: IntegrityContext): Promise<void> {
  while (await scoreNext(context, batchSize));
}

/** Scores a batch, and returns whether more may be waiting. Does nothing while another process is scoring. */
export async function scoreNext(context: ScoringContext, limit: number): Promise<boolean> {
  for (const step of [renewKeys, followHistory, scoreDue, scoreAgain] satisfies Step[]) {
    // Each statement has to see what was committed before it.
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
 * After an update by which claims are compared or scored in another way: empties the keys of the
 * release before, and stores those of the next claims that have scores. Others have no keys yet.
 */
const renewKeys: Step = async (transaction, context, limit, { catalog, keyed_to: after }) => {
  // A newer release has other keys: its processes score claims.
  if (catalog > catalogVersion) return false;
  if (catalog < catalogVersion) {
    await beginAgain(transaction);
    // Not at the first start.
    if (catalog > 0) context.log?.info({ catalog: catalogVersion, before: catalog }, 'keys of claims are stored anew');
    return true;
  }
  const keyedTo = await storeNextKeys(transaction, context, after ?? '0', limit);
  await transaction.updateTable('integrity_progress').set({ keyed_to: keyedTo }).execute();
  if (keyedTo !== null) return true;
  await renewMarks(transaction, context);
  if (after !== '0') context.log?.info({ catalog }, 'keys of claims were stored anew; all claims are scored again');
  return true;
};

/** All claims have to be scored: those there are now one after the other, later ones by their entries. */
async function beginAgain(transaction: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from claim_history`.execute(transaction);
  await waitForWriters(transaction);
  await emptyKeys(transaction);
  await transaction
    .updateTable('integrity_progress')
    .set({ catalog: catalogVersion, last_entry: rows[0]?.id ?? '0', keyed_to: '0', rescored_to: '0' })
    .execute();
}

/** Events that say something about how a claim is scored. */
const followed = ['claim-filed', 'document-stored', 'data-checked', 'letter-sent'] as const;
/** SQL: events that may make a claim fraudulent, which says something about those that share its contacts. */
const isFoundFraudulent = sql<boolean>`(
  (kind = 'decision-released' and details->>'to' = 'denied') or (kind = 'verdict' and details->>'verdict' = 'machine'))`;

/** Scores the claims that have new entries in their history. */
const followHistory: Step = async (transaction, context, limit, progress) => {
  const { rows: last } = await sql<{ id: string | null }>`
    select max(id) as id from (
      select id from claim_history where id > ${progress.last_entry} order by id limit ${limit}
    ) as batch`.execute(transaction);
  const lastEntry = last[0]?.id ?? null;
  if (lastEntry === null) return false;
  await waitForWriters(transaction);
  const { rows } = await sql<{ id: string }>`
    select distinct claim_id as id from claim_history
    where id > ${progress.last_entry} and id <= ${lastEntry} and kind = any(${[...followed]}::text[])`.execute(
    transaction,
  );
  const { rows: found } = await sql<{ id: string }>`
    select distinct claim_id as id from claim_history
    where id > ${progress.last_entry} and id <= ${lastEntry} and ${isFoundFraudulent}`.execute(transaction);
  await markContacts(
    transaction,
    context,
    found.map(({ id }) => id),
  );
  await transaction.updateTable('integrity_progress').set({ last_entry: lastEntry }).execute();
  await scoreBatch(
    transaction,
    context,
    rows.map(({ id }) => id),
  );
  return true;
};

/** Scores claims again whose block, cluster or neighbor has changed. */
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
  // Also those that were purged meanwhile.
  await transaction
    .deleteFrom('claim_scores_due')
    .where('claim_id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  return true;
};

/** Scores the next of all claims. */
const scoreAgain: Step = async (transaction, context, limit) => {
  const { rescored_to: after } = await transaction
    .selectFrom('integrity_progress')
    .select('rescored_to')
    // Whoever has all claims scored again waits for the batch: its progress must not hide theirs.
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
  await scoreBatch(
    transaction,
    context,
    claims.map(({ id }) => id),
  );
  await transaction
    .updateTable('integrity_progress')
    .set({ rescored_to: claims.at(-1)?.id ?? null })
    .execute();
  return true;
};
