import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/** Larger batches hold their locks longer and gain little. */
const batchSize = 100;
/** No job takes this long: a job that is still unfinished after this time was lost. */
const lostAfterMilliseconds = 10 * 60 * 1_000;
/** How long finished rows remain for inquiries. The claim's history has the result for good. */
const keepFinishedMilliseconds = 30 * 24 * 60 * 60 * 1_000;

/**
 * Queues the rows that are due and marks them, in one statement. The job key is the row's ID, so
 * that queuing a row twice makes one job. Safe in any number of processes. Returns their number.
 */
export async function enqueueDueRows(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with batch as (
      select id, kind from outbox
      where queued_at is null and done_at is null and due_at <= ${now}
      order by due_at limit ${batchSize}
      for update skip locked
    ), queued as (
      select count(*) from graphile_worker.add_jobs(array(
        select row(
          kind, json_build_object('outboxId', id::text), null, null, null, 'outbox-' || id, null, null
        )::graphile_worker.job_spec
        from batch
      ))
    )
    update outbox set queued_at = ${now} from queued where id in (select id from batch) returning id`.execute(database);
  return rows.length;
}

/**
 * Releases rows whose job disappeared, failed for good or belongs to a dead process. Returns their
 * number.
 */
export async function requeueLostRows(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update outbox set queued_at = null
    where done_at is null and queued_at < ${new Date(now.getTime() - lostAfterMilliseconds)}
      and not exists (
        select from graphile_worker.jobs job
        where job.key = 'outbox-' || outbox.id and job.attempts < job.max_attempts
          and (job.locked_at is null or job.locked_at > now() - ${lostAfterMilliseconds} * interval '1 millisecond')
      )
    returning id`.execute(database);
  return rows.length;
}

export async function deleteFinishedRows(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom('outbox')
    .where('done_at', '<', new Date(now.getTime() - keepFinishedMilliseconds))
    .execute();
}

/** When the oldest unfinished row was created; undefined when there is none. */
export async function findOldestPending(database: Database): Promise<Date | undefined> {
  const row = await database
    .selectFrom('outbox')
    .select('created_at')
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
