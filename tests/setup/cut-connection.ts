import type { Database } from '@redress/server/platform/database/pool';
import type { Tables } from '@redress/server/platform/database/tables';
import { Kysely, PostgresDialect } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/**
 * Works on the database until a statement that includes `statement` has run `times` times. Then its
 * connection is cut, as if the process had been killed.
 */
export async function workUntilCut(
  { connectionString, query }: Pick<TestServer, 'connectionString' | 'query'>,
  { statement, times }: { readonly statement: string; readonly times: number },
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const name = randomUUID();
  const pool = new pg.Pool({ connectionString, application_name: name, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let left = times;
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    async log({ query: { sql } }) {
      if (sql.includes(statement)) left -= 1;
      // The query waits until the connection has ended, so that its locks are free.
      if (left === 0)
        await query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = $1', [
          name,
        ]);
    },
  });
  try {
    await expect(work(database)).rejects.toThrow(/terminat|connection error/i);
  } finally {
    await database.destroy();
  }
}
