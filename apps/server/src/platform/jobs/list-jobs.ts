import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import { type JobKind, jobColumns } from './job-leases.ts';

export interface ListedJob {
  /** The kind and the ID in its table, such as `receipt:17`. */
  readonly id: string;
  readonly kind: JobKind;
  /** Null for jobs that are not about a claim. */
  readonly claimNumber: string | null;
  /** `failing`: an attempt failed, or its process died; it will be tried again. */
  readonly state: 'dead' | 'failing' | 'running' | 'waiting';
  readonly attempts: number;
  readonly lastError: string | null;
  /** Null for a job that is due at once, and for a dead job, which has none. */
  readonly nextAttempt: Date | null;
}

const withClaim: ReadonlySet<JobKind> = new Set(['receipt', 'letter', 'upload', 'scan', 'data-check']);

/** Maximum jobs that one statement makes due. */
const batchSize = 5_000;

/** Lists unfinished jobs without personal data, first those that need an operator. */
export async function listJobs(
  database: Database,
  kinds: readonly JobKind[],
  now: Date,
  limit: number,
): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select id, kind, (select number from claims where claims.id = claim_id) as "claimNumber", state, attempts, "lastError",
      "nextAttempt"
    from (${selectUnfinished(kinds, now)}) jobs
    order by array_position(array['dead', 'failing', 'running'], state), "nextAttempt" limit ${limit}`.execute(
    database,
  );
  return rows;
}

/** Counts unfinished jobs by kind and state. A kind and state that are missing have no job. */
export async function countJobs(database: Database, kinds: readonly JobKind[], now: Date) {
  const { rows } = await sql<Pick<ListedJob, 'kind' | 'state'> & { count: number }>`
    select kind, state, count(*)::int as count from (${selectUnfinished(kinds, now)}) jobs group by kind, state`.execute(
    database,
  );
  return rows;
}

function selectUnfinished(kinds: readonly JobKind[], now: Date): RawBuilder<unknown> {
  const selects = kinds.map((kind) => {
    const { table, id, until, leasedBy, attempts, lastError, isOpen } = jobColumns(kind);
    return sql`
      select ${sql.lit(kind)} || ':' || job.${id} as id, ${sql.lit(kind)} as kind,
        ${withClaim.has(kind) ? sql`job.claim_id` : sql`null::bigint`} as claim_id,
        case when job.${until} = 'infinity' then 'dead' when job.${leasedBy} is not null and job.${until} > ${now} then 'running'
          when job.${attempts} > 0 then 'failing' else 'waiting' end as state,
        job.${attempts} as attempts, job.${lastError} as "lastError", nullif(job.${until}, 'infinity') as "nextAttempt"
      from ${table} job where ${isOpen}`;
  });
  return sql.join(selects, sql` union all `);
}

export async function countDeadJobs(database: Database, kinds: readonly JobKind[]): Promise<number> {
  const counts = kinds.map((kind) => {
    const { table, until, isOpen } = jobColumns(kind);
    return sql`(select count(*) from ${table} job where ${isOpen} and job.${until} = 'infinity')`;
  });
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(database);
  return rows[0]?.count ?? 0;
}

/**
 * When the oldest receipt or letter was queued of those that will be tried again by email. While
 * letters are being sent, only those count whose last try failed: a mailing of many takes hours.
 */
export async function findOldestEmail(database: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select least(
      (select min(created_at) from receipt_outbox where done_at is null and due_at < 'infinity'),
      (
        select case when bool_or(leased_by is not null) then min(queued_at) filter (where last_error is not null) else min(queued_at) end
        from letters where status = 'queued' and channel = 'email' and due_at < 'infinity'
      )
    ) as oldest`.execute(database);
  return rows[0]?.oldest ?? undefined;
}

/**
 * Makes the job with this `ListedJob.id` due now, or else all dead and failing jobs, and counts
 * attempts from the start. Leaves running jobs alone. Returns how many jobs are due.
 */
export async function retryJobs(
  database: Database,
  kinds: readonly JobKind[],
  now: Date,
  jobId?: string,
): Promise<bigint> {
  let count = 0n;
  for (const kind of kinds) {
    const { table, id, until, leasedBy, attempts, isOpen } = jobColumns(kind);
    const isMeant =
      jobId === undefined ? sql`job.${attempts} > 0` : sql`${sql.lit(kind)} || ':' || job.${id} = ${jobId}`;
    const mayRetry = sql`${isOpen} and ${isMeant} and (job.${leasedBy} is null or job.${until} <= ${now})`;
    for (let updated = 1n; updated > 0n && (jobId === undefined || count === 0n);) {
      const { numAffectedRows = 0n } = await sql`
        update ${table} job set ${until} = ${now}, ${leasedBy} = null, ${attempts} = 0
        where job.${id} in (select job.${id} from ${table} job where ${mayRetry} limit ${sql.lit(batchSize)})
          and ${mayRetry}`.execute(database);
      updated = numAffectedRows;
      count += updated;
    }
  }
  return count;
}
