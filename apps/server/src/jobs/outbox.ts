import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/** What can stand in the outbox; each is the name of a job too. */
export type OutboxKind = 'receipt';

/** Rows in one batch: a larger one holds its locks longer and gains little. */
const batchSize = 100;
/** No job takes so long: one that was given to the queue before and is not there any more, or not let go, is given again. */
const lostAfterMilliseconds = 10 * 60 * 1_000;
/** How long a row stays for questions after its work is done; what happened stands in the claim's history for good. */
const keptDoneMilliseconds = 30 * 24 * 60 * 60 * 1_000;

/**
 * Gives the rows that are due to the job queue, in one statement: each is there and marked, or neither. The job's key is the row's id, so
 * that a row that is given twice is one job. Any number of processes may do it at once. Gives how many were moved.
 */
export async function queueDueRows(database: Database, now: Date): Promise<number> {
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

/** Takes back rows whose job has vanished, has used up its attempts, or is held by a process that died. Gives how many. */
export async function takeBackLostRows(database: Database, now: Date): Promise<number> {
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

/** Removes what was done long ago. */
export async function purgeDoneRows(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom('outbox')
    .where('done_at', '<', new Date(now.getTime() - keptDoneMilliseconds))
    .execute();
}

/** Since when the oldest row has been waiting that should be done by now; undefined when nothing waits. */
export async function oldestUndone(database: Database): Promise<Date | undefined> {
  const row = await database
    .selectFrom('outbox')
    .select('created_at')
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
