import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A fresh, empty database on the PostgreSQL of the test run. */
export interface TestDatabase {
  url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Makes a database for one test file: files run at the same time and must not see each other's rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = new URL(inject('databaseUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(`CREATE DATABASE ${name}`);
  url.pathname = name;
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function run(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
