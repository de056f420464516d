import type { Database } from '@redress/server/platform/database/pool';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';

/** These tables have a row, or several, for each claim or class member. */
const largeTables = `{claims, claim_history, claim_tax_ids, claim_documents, data_checks, receipt_outbox, claim_search,
  claim_review, claim_decisions, class_members, member_search, name_words}`;

/** PostgreSQL counts its reads with a delay, in milliseconds. */
const countingDelay = 3_000;

/** Runs a measurement, and finds the large tables that were read as a whole during it. */
export async function findWholeReads<Result>(
  database: Database,
  measure: () => Promise<Result>,
): Promise<[Result, readonly string[]]> {
  const count = async () => {
    await pause(countingDelay);
    const { rows } = await sql<{ table: string; reads: number }>`
      select relname as table, seq_scan::float8 as reads from pg_stat_user_tables
      where relname = any(${largeTables}::text[])`.execute(database);
    return rows;
  };
  const before = new Map((await count()).map(({ table, reads }) => [table, reads]));
  const result = await measure();
  const after = (await count()).filter(({ table, reads }) => reads > (before.get(table) ?? 0));
  return [result, after.map(({ table }) => table)];
}
