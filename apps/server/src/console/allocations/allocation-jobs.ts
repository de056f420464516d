import type { AllocationProblem } from '@redress/allocation/allocation-error';
import { sql } from 'kysely';
import { type Database, databaseOn, withClient } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { RecordEvent } from '../../platform/history/record-events.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { readHeldJob, updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { jobLeases } from '../../platform/jobs/job-leases.ts';
import type { JobSource } from '../../platform/jobs/job-runner.ts';
import { runInProcess } from '../../platform/jobs/task-process.ts';
import type { ConsoleContext } from '../context.ts';
import { findFund } from '../funds/find-fund.ts';
import { finalizeClaims } from '../review/change-status.ts';
import type { AllocationTask } from './compute-allocation.ts';
import { checkLines } from './hash-lines.ts';
import type { AllocationRow } from './tables.ts';
import { formsOf } from './read-eligible-claims.ts';
import { reservedLines } from './supplement.ts';

type JobContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now'> & {
  readonly connectionString: string;
  /** Claims per transaction. Meanwhile, requests about them wait, and nothing can be sealed. */
  readonly claimsPerBatch?: number;
  /** A million claims need ten seconds. A process that hangs must not keep other scenarios waiting. */
  readonly maxMilliseconds?: number;
};

const script = new URL('./compute-process.ts', import.meta.url);
/** A million claims need less than half of it. */
const heapMegabytes = 1_024;

/**
 * Computes scenarios, each in a process, and makes the claims of frozen allocations final, once their
 * stored lines are proven to be those that two people approved. Each batch of claims is one
 * transaction, so any process can continue, and no claim is changed twice.
 */
export function allocationJobs(context: JobContext): JobSource {
  const { database, keys, settlement, now, connectionString, claimsPerBatch = 500 } = context;
  const { maxMilliseconds = 10 * 60 * 1_000 } = context;
  const leases = jobLeases(database, 'allocation');

  async function compute(row: AllocationRow, holder: string, signal: AbortSignal): Promise<void> {
    const fund = findFund(settlement, row.fund_id, [row.case_id]);
    const task: AllocationTask = {
      connectionString,
      keys: { answers: keys.answers },
      settlement: { review: settlement.review, claimForms: settlement.claimForms },
      fund,
      id: row.id,
      holder,
      now: now(),
    };
    const options = { execArgv: [`--max-old-space-size=${heapMegabytes}`], maxMilliseconds };
    const problem = await runInProcess<AllocationProblem | null>(script, task, signal, options);
    if (problem)
      await end(
        row,
        { problem: JSON.stringify(problem) },
        { kind: 'allocation-failed', details: { code: problem.code } },
      );
  }

  async function end(
    row: AllocationRow,
    set: { readonly problem: string } | { readonly finalized_at: Date },
    event: RecordEvent<'allocation'>,
  ): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      const ended = await updateHeldJob(transaction, 'allocation', row, { ...set, leased_by: null });
      await addRecordEntry(transaction, { kind: 'allocation', id: row.id }, now(), {
        ...event,
        rows: hashRow('allocations', ended, keys),
      });
    });
  }

  async function finalize(row: AllocationRow, signal: AbortSignal): Promise<void> {
    // Without the time limits of requests: hashing a million lines takes seconds.
    const { areHashed } = await withClient(connectionString, (client) => checkLines(databaseOn(client), row));
    if (!areHashed) throw new Error(`The lines of the allocation ${row.id} are not those that were approved`);
    const forms = formsOf(findFund(settlement, row.fund_id, [row.case_id]), settlement);
    for (let after = row.finalized_to; ;) {
      signal.throwIfAborted();
      const next = await database.transaction().execute(async (transaction) => {
        const claims = await listNext(transaction, row, forms, after);
        const last = claims.at(-1)?.id;
        if (last === undefined) return undefined;
        await updateHeldJob(transaction, 'allocation', row, { finalized_to: last });
        await finalizeClaims(
          transaction,
          now(),
          claims.map(({ id }) => id),
        );
        return last;
      });
      if (next === undefined) break;
      after = next;
    }
    const { claims } = await countFinal(database, row.id);
    await end(row, { finalized_at: now() }, { kind: 'allocation-finalized', details: { claims } });
  }

  /**
   * The claims that it pays, and those that were denied before the freeze: of a supplement, only
   * the ones whose money it took out of the reserve, because a later decision would find none.
   */
  async function listNext(transaction: Database, row: AllocationRow, forms: readonly string[], after: string) {
    // PostgreSQL may merge both tables by ID, and would read all claims before these again.
    // Subqueries for one value look up each claim; others could read a million lines for each batch.
    const { rows } = await sql<{ id: string }>`
      select claim_id as id from claim_review review join claims on claims.id = claim_id
      where claim_id > ${after} and claims.id > ${after} and review.case_id = ${row.case_id} and form_id = any(${forms}::text[])
        and review.status in ('approved', 'reduced', 'denied') and filed_at <= ${row.frozen_at}
        and case review.status
          when 'denied' then (
              ${row.supplements === null} or (select true from ${reservedLines(row.id)} line where claim = number limit 1)
            ) and ${row.frozen_at} >= coalesce((
              select max(at) from claim_history entry
              where entry.claim_id = claims.id and kind = 'decision-released'
            ), '-infinity')
          else (select outcome from allocation_lines where allocation_id = ${row.id} and claim = number) <> 'reserved'
        end
      order by claim_id limit ${claimsPerBatch}`.execute(transaction);
    return rows;
  }

  return {
    name: 'allocation',
    leases,
    concurrency: 1,
    pauseSeconds: [2, 10, 60],
    maxAttempts: 10,
    async run(id, holder, signal) {
      const row = await readHeldJob(database, 'allocation', id, holder);
      if (row.status === 'draft') await compute(row, holder, signal);
      if (row.status === 'frozen') await finalize(row, signal);
      return 'done';
    },
    async giveUp(id, holder) {
      const row = await readHeldJob(database, 'allocation', id, holder);
      // The claims of a frozen allocation wait for an operator.
      if (row.status !== 'draft') return leases.release(id, holder, 'infinity', row.last_error ?? 'failed');
      const problem = {
        code: 'failed',
        field: '',
        remedy: 'The server failed too often. Ask the operator to check the log, then compute a new scenario.',
      };
      await end(
        row,
        { problem: JSON.stringify(problem) },
        { kind: 'allocation-failed', details: { code: row.last_error ?? 'died' } },
      );
    },
  };
}

async function countFinal(database: Database, id: string): Promise<{ readonly claims: number }> {
  const { rows } = await sql<{ claims: number }>`
    select count(*)::int as claims from allocation_lines where allocation_id = ${id} and outcome <> 'reserved'`.execute(
    database,
  );
  return rows[0] ?? { claims: 0 };
}
