import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';

/** A table whose open rows are jobs. */
interface JobTable {
  readonly table: keyof Tables;
  readonly id: 'id' | 'document_id' | 'name';
  /** The prefix of the names of the lease columns. */
  readonly prefix?: 'scan_';
  /** SQL: whether a row `job` is not finished. */
  readonly isOpen: RawBuilder<unknown>;
  /** Claims take turns. Without it, the job that has been due longest is next. */
  readonly turns?: {
    /** The column with the time at which a job began to wait. */
    readonly since: 'created_at' | 'stored_at';
    readonly finishedAt: 'finished_at' | 'scanned_at';
    /** A job that failed waits behind those that did not. */
    readonly failedLast?: boolean;
  };
  /** A job that would wait longer is due, because the clock that set its time was wrong. */
  readonly maxWaitSeconds?: number;
}

/** Seconds. Every period of periodic jobs, and the length of their leases, is below it. */
export const maxPeriodicWait = 120;

export const jobTables = {
  receipt: { table: 'receipt_outbox', id: 'id', isOpen: sql`job.done_at is null` },
  letter: { table: 'letters', id: 'id', isOpen: sql`job.status = 'queued' and job.channel = 'email'` },
  'status-code': { table: 'status_codes', id: 'id', isOpen: sql`job.done_at is null` },
  upload: {
    table: 'uploads',
    id: 'id',
    isOpen: sql`job.status = 'complete'`,
    turns: { since: 'created_at', finishedAt: 'finished_at' },
  },
  scan: {
    table: 'claim_documents',
    id: 'id',
    prefix: 'scan_',
    isOpen: sql`job.scan = 'waiting' and job.status = 'stored'`,
    turns: { since: 'stored_at', finishedAt: 'scanned_at' },
  },
  'data-check': {
    table: 'data_checks',
    id: 'document_id',
    isOpen: sql`job.finished_at is null`,
    turns: { since: 'created_at', finishedAt: 'finished_at', failedLast: true },
  },
  'member-import': { table: 'member_imports', id: 'id', isOpen: sql`job.status in ('waiting', 'stored', 'removing')` },
  report: { table: 'report_runs', id: 'id', isOpen: sql`job.finished_at is null` },
  export: { table: 'exports', id: 'id', isOpen: sql`job.status = 'waiting'` },
  'rule-run': { table: 'rule_runs', id: 'id', isOpen: sql`job.status = 'waiting'` },
  bulk: { table: 'bulk_jobs', id: 'id', isOpen: sql`job.status = 'waiting'` },
  'letter-batch': { table: 'letter_batches', id: 'id', isOpen: sql`job.sha256 is null` },
  allocation: {
    table: 'allocations',
    id: 'id',
    isOpen: sql`(job.status = 'draft' and job.problem is null or job.status = 'frozen' and job.finalized_at is null)`,
  },
  periodic: { table: 'periodic_jobs', id: 'name', isOpen: sql`true`, maxWaitSeconds: maxPeriodicWait },
} satisfies Record<string, JobTable>;
export type JobKind = keyof typeof jobTables;
export const jobKinds = Object.keys(jobTables).filter((kind): kind is JobKind => kind in jobTables);

/** The SQL names of a table of jobs. Columns are those of a row `job`. */
export function jobColumns(kind: JobKind) {
  const table: JobTable = jobTables[kind];
  const { prefix = '' } = table;
  return {
    table: sql.table(table.table),
    id: sql.ref(table.id),
    /** The end of the lease or pause, before which no process leases the job; see `release`. */
    until: sql.ref(table.turns ? `${prefix}leased_until` : 'due_at'),
    leasedBy: sql.ref(`${prefix}leased_by`),
    attempts: sql.ref(`${prefix}attempts`),
    lastError: sql.ref(`${prefix}last_error`),
    isOpen: table.isOpen,
    turns: table.turns,
    maxWaitSeconds: table.maxWaitSeconds,
  };
}

/** SQL: whether a row `job` is the job with this ID, not finished, and leased by `holder`. */
export function isHeldJob(kind: JobKind, jobId: string, holder: string | null): RawBuilder<SqlBool> {
  const { id, leasedBy, isOpen } = jobColumns(kind);
  return sql`job.${id} = ${jobId} and job.${leasedBy} = ${holder} and ${isOpen}`;
}

/** A lock on a job that expires unless its holder keeps renewing it. */
export interface Lease {
  readonly holder: string;
  readonly until: Date;
}
export interface LeasedJob {
  readonly id: string;
  /** The attempt that begins is counted. */
  readonly attempts: number;
}

/** The run of a job that was canceled or taken over ends, and is not tried again. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor() {
    super('The job was canceled, or another process took it over');
  }
}

export type JobLeases = ReturnType<typeof jobLeases>;

/** Each recent job of a claim moves its other jobs back this far. */
const turnSeconds = 60;
const recentMilliseconds = 60 * 60 * 1_000;
/** Maximum waiting jobs that are compared. No claim has more than a few dozen. */
const maxComparedJobs = 500;

/**
 * Leases for one kind of job. Where claims take turns, the job that has waited longest is next, but
 * each job that its claim had in progress within the last hour counts as a minute of waiting less.
 * Twenty files of one claim therefore do not delay those of others, and no job waits forever.
 * @param isReady a condition on a row `job`
 */
export function jobLeases(database: Database, kind: JobKind, isReady: RawBuilder<unknown> = sql`true`) {
  const { table, id, until: freeAt, leasedBy, attempts, lastError, isOpen, turns, maxWaitSeconds } = jobColumns(kind);

  async function update(jobId: string, holder: string, set: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${table} job set ${set} where ${isHeldJob(kind, jobId, holder)}
    `.execute(database);
    return numAffectedRows === 1n;
  }

  function selectNext(now: Date): RawBuilder<unknown> {
    if (!turns) {
      const latest = maxWaitSeconds && new Date(now.getTime() + maxWaitSeconds * 1_000);
      const isDue = sql`(job.${freeAt} <= ${now} ${latest ? sql`or job.${freeAt} > ${latest}` : sql``})`;
      return sql`select job.${id} from ${table} job where ${isOpen} and ${isReady} and ${isDue}
        order by job.${freeAt} limit 1`;
    }
    const [since, finishedAt] = [sql.ref(turns.since), sql.ref(turns.finishedAt)];
    const isWaiting = sql`${isOpen} and ${isReady} and (job.${freeAt} is null or job.${freeAt} <= ${now})`;
    return sql`
      select job.${id} from ${table} job
      join (
        select job.${id} as waiting_id, ${turns.failedLast ? sql`job.${attempts}` : sql`0`} as rank,
          job.${since} + interval '1 second' * ${sql.lit(turnSeconds)} * (
            select count(*) from ${table} other where other.claim_id = job.claim_id
              and (other.${finishedAt} > ${new Date(now.getTime() - recentMilliseconds)}
                or other.${leasedBy} is not null and other.${freeAt} > ${now})
          ) as turn
        from ${table} job where ${isWaiting} order by job.${since} limit ${sql.lit(maxComparedJobs)}
      ) waiting on waiting_id = job.${id}
      where ${isWaiting}
      order by rank, turn, job.${since} limit 1`;
  }

  return {
    /** Leases the next job that is free or whose lease has expired. */
    async leaseNext({ holder, until }: Lease, now: Date): Promise<LeasedJob | undefined> {
      const { rows } = await sql<LeasedJob>`
        update ${table} set ${leasedBy} = ${holder}, ${freeAt} = ${until}, ${attempts} = ${attempts} + 1
        where ${id} = (${selectNext(now)} for update of job skip locked)
        returning ${id} as id, ${attempts} as attempts`.execute(database);
      return rows[0];
    },
    /** False when another process holds the job, or it is finished. */
    renew: (jobId: string, { holder, until }: Lease) => update(jobId, holder, sql`${freeAt} = ${until}`),
    /**
     * Ends the lease. No process leases the job before `until`; `infinity` makes it a dead letter.
     * @param error the code of a failure; without one, the attempt does not count
     */
    async release(jobId: string, holder: string, until: Date | 'infinity', error?: string): Promise<void> {
      const outcome = error === undefined ? sql`${attempts} = job.${attempts} - 1` : sql`${lastError} = ${error}`;
      await update(jobId, holder, sql`${leasedBy} = null, ${freeAt} = ${until}::timestamptz, ${outcome}`);
    },
  };
}
