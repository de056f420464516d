import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import type { BulkJobRow } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { endHeldJob, failureOf, readHeldJob, shareHeldJob } from '../../platform/jobs/held-jobs.ts';
import { jobLeases, LeaseLostError } from '../../platform/jobs/job-leases.ts';
import type { JobSource } from '../../platform/jobs/job-runner.ts';
import { actOnClaims } from './act-on-claims.ts';
import type { ClaimOutcome } from './outcome-reasons.ts';

export type BulkJobContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement' | 'publicUrl' | 'log'> & {
  /** Claims per transaction. While a transaction adds history entries, nothing can be sealed. */
  readonly claimsPerBatch?: number;
};

/**
 * Runs releases and other bulk actions. Each batch, its outcomes and its history entries are one
 * transaction, so any process can continue an interrupted action, and no claim is acted on twice.
 */
export function bulkJobs({ claimsPerBatch = 500, ...context }: BulkJobContext): JobSource {
  const { database, now, log } = context;

  /** Acts on claims that have no outcome yet. Canceling waits for the batch. */
  async function runBatch(job: BulkJobRow, claimIds: readonly string[]): Promise<void> {
    // A claim may change before it is locked here: later statements must see that.
    const transaction = database.transaction().setIsolationLevel('read committed');
    await transaction.execute(async (acting) => {
      await shareHeldJob(acting, 'bulk', job);
      await storeOutcomes(acting, job.id, await actOnClaims(acting, context, job, claimIds), now());
    });
  }

  /** Failed claims can be tried again. */
  const failClaims = (job: BulkJobRow, reason: string, which: RawBuilder<unknown>) =>
    sql`
      update bulk_job_claims set outcome = 'failed', reason = ${reason}, at = ${now()}
      where job_id = ${job.id} and ${which} and outcome is null`.execute(database);

  /** Claims are acted on one by one, so that one failure does not stop the others. */
  async function runOneByOne(job: BulkJobRow, claimIds: readonly string[], signal: AbortSignal): Promise<void> {
    for (const claimId of claimIds) {
      signal.throwIfAborted();
      await runBatch(job, [claimId]).catch(async (error: unknown) => {
        if (isTransient(error)) throw error;
        log.warn({ err: error, job: 'bulk', id: job.id, claimId }, 'an action on a claim failed');
        const reason = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
        await failClaims(job, reason, sql`claim_id = ${claimId}`);
      });
    }
  }

  /** If a batch fails, its claims are tried one by one. */
  const runBatchOrEach = (job: BulkJobRow, claimIds: readonly string[], signal: AbortSignal): Promise<void> =>
    runBatch(job, claimIds).catch(async (error: unknown) => {
      if (isTransient(error)) throw error;
      log.warn({ err: error, job: 'bulk', id: job.id }, 'a batch failed; its claims are tried one by one');
      await runOneByOne(job, claimIds, signal);
    });

  return {
    name: 'bulk',
    leases: jobLeases(database, 'bulk'),
    concurrency: 1,
    pauseSeconds: [2, 10, 60],
    maxAttempts: 20,
    async run(id, holder, signal) {
      const job = await readHeldJob(database, 'bulk', id, holder);
      // Letters of different claims share no row: one batch is composed while the other is stored.
      const batches = job.kind === 'letter' ? 2 : 1;
      for (let after = '0'; ;) {
        signal.throwIfAborted();
        const waiting = await database
          .selectFrom('bulk_job_claims')
          .select('claim_id')
          .where('job_id', '=', id)
          .where('claim_id', '>', after)
          .where('outcome', 'is', null)
          .orderBy('claim_id')
          .limit(claimsPerBatch * batches)
          .execute();
        const last = waiting.at(-1);
        if (!last) break;
        after = last.claim_id;
        const claimIds = waiting.map((claim) => claim.claim_id);
        const running = [claimIds.slice(0, claimsPerBatch), claimIds.slice(claimsPerBatch)]
          .filter((batch) => batch.length > 0)
          .map((batch) => runBatchOrEach(job, batch, signal));
        // None goes on after the job has ended.
        await Promise.allSettled(running);
        await Promise.all(running);
      }
      const { done, skipped, failed } = await countOutcomes(database, id);
      const event = { kind: 'bulk-done', details: { done, skipped, failed } } as const;
      await endHeldJob(context, 'bulk', job, { status: 'done', last_error: null }, event);
      return 'done';
    },
    async giveUp(id, holder) {
      const job = await readHeldJob(database, 'bulk', id, holder);
      const details = failureOf(job);
      await failClaims(job, details.code, sql`true`);
      const event = { kind: 'bulk-failed', details } as const;
      await endHeldJob(context, 'bulk', job, { status: 'failed' }, event);
    },
  };
}

/** The SQLSTATE of a statement that took too long. Fewer claims need less time. */
const statementTimeout = '57014';
const isTransient = (error: unknown): boolean =>
  error instanceof LeaseLostError || (isDatabaseUnavailable(error) && errorCode(error) !== statementTimeout);

async function storeOutcomes(
  transaction: Kysely<Tables>,
  jobId: string,
  outcomes: readonly ClaimOutcome[],
  at: Date,
): Promise<void> {
  await sql`
    update bulk_job_claims set outcome = given.outcome, reason = given.reason, at = ${at}
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as given ("claimId" bigint, outcome text, reason text)
    where job_id = ${jobId} and claim_id = given."claimId"`.execute(transaction);
}

export interface OutcomeCounts {
  readonly waiting: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
}

export async function countOutcomes(database: Kysely<Tables>, jobId: string): Promise<OutcomeCounts> {
  const { rows } = await sql<OutcomeCounts>`
    select count(*) filter (where outcome is null)::int as waiting, count(*) filter (where outcome = 'done')::int as done,
      count(*) filter (where outcome = 'skipped')::int as skipped, count(*) filter (where outcome = 'failed')::int as failed
    from bulk_job_claims where job_id = ${jobId}`.execute(database);
  return rows[0] ?? { waiting: 0, done: 0, skipped: 0, failed: 0 };
}
