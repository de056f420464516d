import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

async function query(connectionString: string, sql: string): Promise<number | null> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount;
  } finally {
    await client.end();
  }
}

test('a migrated test database has all tables', async () => {
  const { url, drop } = await createTestDatabase('migrated');
  expect(await query(url, "SELECT FROM pg_tables WHERE tablename = 'claims'")).toBe(1);
  await drop();
});

test('each test database is separate, and is gone after drop', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one.url, 'CREATE TABLE claims (number text)');
  expect(await query(two.url, "SELECT FROM pg_tables WHERE tablename = 'claims'")).toBe(0);
  await Promise.all([one.drop(), two.drop()]);
  await expect(query(one.url, 'SELECT')).rejects.toThrow('does not exist');
});
