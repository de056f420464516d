import { withClient } from '@redress/server/platform/database/pool';
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  /** Removes the database even while clients are connected. */
  drop(): Promise<void>;
}

/** Test files run in parallel, so each has its own database, empty or with all tables. */
export async function createTestDatabase(content: 'empty' | 'migrated' = 'empty'): Promise<TestDatabase> {
  const url = new URL(inject('databaseUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  // The files are copied, because writing them through the log takes three times as long.
  const template = content === 'empty' ? 'template1' : inject('templateDatabase');
  await run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  url.pathname = name;
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function run(sql: string): Promise<void> {
  await withClient(inject('databaseUrl'), (client) => client.query(sql));
}

/** Changes rows and bypasses every trigger, constraint and rule, as the database owner can. */
export async function editRows(connectionString: string, sql: string, values: readonly unknown[] = []): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(sql, [...values]);
    if (rowCount === 0) throw new Error(`Nothing was changed by: ${sql}`);
  });
}
