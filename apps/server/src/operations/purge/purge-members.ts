import { sql } from 'kysely';
import { lastDayOf } from './due.ts';
import type { PurgeRoom, RuledCase } from './purge-context.ts';

const batchSize = 5_000;

/** Deletes the class members of a case whose time is over, some at a time, and yields how many it was each time. */
export async function* purgeMembers(
  { database }: Pick<PurgeRoom, 'database'>,
  ruled: RuledCase,
): AsyncGenerator<number> {
  if (!(await lastDayOf(database, ruled)).isOver) return;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from class_members where notice_id in (
        select notice_id from class_members where case_id = ${ruled.caseId} limit ${batchSize}
      )`.execute(database);
    if (numAffectedRows === 0n) return;
    yield Number(numAffectedRows);
  }
}
