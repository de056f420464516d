import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { waitForWriters } from '../../platform/history/start-sealing.ts';

/** Takes an advisory lock until the transaction ends. False when another transaction has it. */
export async function tryLock(transaction: Transaction<Tables>, lock: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lock}) as locked`.execute(
    transaction,
  );
  return rows[0]?.locked === true;
}

/**
 * Finds the ID of the last of the next `limit` history entries, after waiting until all earlier
 * entries are committed. Null when there are none after `after`.
 */
export async function findNextEntry(
  transaction: Transaction<Tables>,
  after: string,
  limit: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select max(id) as id from (
      select id from claim_history where id > ${after} order by id limit ${limit}
    ) as batch`.execute(transaction);
  const id = rows[0]?.id ?? null;
  if (id !== null) await waitForWriters(transaction);
  return id;
}

/**
 * Finds the ID of the newest entry, after waiting until all earlier entries are committed; `0` when
 * there is none.
 */
export async function findNewestEntry(transaction: Transaction<Tables>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from claim_history`.execute(transaction);
  await waitForWriters(transaction);
  return rows[0]?.id ?? '0';
}
