import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Lease } from './job-worker.ts';

/** A table whose rows are jobs of claims, with the columns that lease them. */
interface JobTable {
  readonly table: 'uploads' | 'claim_documents' | 'data_checks';
  readonly id: 'id' | 'document_id';
  /** The column with the time since when a job waits. */
  readonly since: 'created_at' | 'stored_at';
  readonly finishedAt: 'finished_at' | 'scanned_at';
  /** In front of the columns `leased_by`, `leased_until` and `attempts`. */
  readonly columnPrefix?: 'scan_';
  /** A condition on a row `job`: it is not finished. */
  readonly isOpen: RawBuilder<unknown>;
  readonly isReady?: RawBuilder<unknown>;
  readonly orderByAttempts?: boolean;
}

/** How far each recent job of a claim moves its other jobs back. */
const turnSeconds = 60;
const recentMilliseconds = 60 * 60 * 1_000;
/** How many waiting jobs are compared; no claim has more than a few dozen. */
const maxComparedJobs = 500;
const maxPauseSeconds = 5 * 60;

/**
 * Leases for the jobs of claims. The job that has waited longest is next, but each job that its
 * claim had in progress within the last hour counts as a minute of waiting less. Twenty files of
 * one claim therefore do not delay those of others, and no job waits forever.
 */
export function claimLeases(database: Database, options: JobTable) {
  const { columnPrefix: prefix = '', isOpen, isReady = sql`true`, orderByAttempts = false } = options;
  const [table, id, since] = [sql.table(options.table), sql.ref(options.id), sql.ref(options.since)];
  const finishedAt = sql.ref(options.finishedAt);
  const [leasedBy, leasedUntil] = [sql.ref(`${prefix}leased_by`), sql.ref(`${prefix}leased_until`)];
  const attempts = sql.ref(`${prefix}attempts`);

  async function update(jobId: string, holder: string, set: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${table} job set ${set} where job.${id} = ${jobId} and job.${leasedBy} = ${holder} and ${isOpen}
    `.execute(database);
    return numAffectedRows === 1n;
  }

  return {
    /** Leases the next job and returns its ID. Skips or waits for rows that are locked now. */
    async leaseNext(
      { holder, until }: Lease,
      now: Date,
      locked: 'skip' | 'wait' = 'skip',
    ): Promise<string | undefined> {
      const recent = new Date(now.getTime() - recentMilliseconds);
      const waits = sql`${isOpen} and ${isReady} and (job.${leasedUntil} is null or job.${leasedUntil} <= ${now})`;
      const { rows } = await sql<{ id: string }>`
        update ${table} set ${leasedBy} = ${holder}, ${leasedUntil} = ${until}, ${attempts} = ${attempts} + 1
        where ${id} = (
          select job.${id} from ${table} job
          join (
            select job.${id} as waiting_id, ${orderByAttempts ? sql`job.${attempts}` : sql`0`} as rank,
              job.${since} + interval '1 second' * ${sql.lit(turnSeconds)} * (
                select count(*) from ${table} other where other.claim_id = job.claim_id
                  and (other.${finishedAt} > ${recent} or other.${leasedUntil} > ${now})
              ) as turn
            from ${table} job where ${waits} order by job.${since} limit ${sql.lit(maxComparedJobs)}
          ) waiting on waiting_id = job.${id}
          where ${waits}
          order by rank, turn, job.${since} limit 1
          for update of job ${locked === 'skip' ? sql`skip locked` : sql``}
        )
        returning ${id} as id`.execute(database);
      return rows[0]?.id;
    },
    /** False when another process holds the job, or it is finished. */
    renew: (jobId: string, { holder, until }: Lease) => update(jobId, holder, sql`${leasedUntil} = ${until}`),
    /** Any process may lease the job at once, and the attempt does not count. */
    async giveBack(jobId: string, holder: string): Promise<void> {
      await update(jobId, holder, sql`${leasedBy} = null, ${leasedUntil} = null, ${attempts} = job.${attempts} - 1`);
    },
    /** Nobody leases the job for `seconds`; by default for 2, 4, 8, … seconds, up to 5 minutes. */
    async postpone(jobId: string, holder: string, now: Date, seconds?: number): Promise<void> {
      const longer = sql`least(2 ^ least(job.${attempts}, 16), ${sql.lit(maxPauseSeconds)})`;
      const pause = seconds === undefined ? longer : sql.lit(seconds);
      const until = sql`${now}::timestamptz + ${pause} * interval '1 second'`;
      await update(jobId, holder, sql`${leasedBy} = null, ${leasedUntil} = ${until}`);
    },
  };
}
