import { openDatabase, type OpenedDatabase } from '@redress/server/platform/database/pool';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../../setup/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../setup/test-database.ts';

// Found by `npm run test:faults`: while PostgreSQL was frozen, it ran a `begin` after its request
// had timed out, and the pool reused the connection. The next claim on it was answered but sat in a
// transaction that nobody would commit.

let fresh: TestDatabase;
let gate: Awaited<ReturnType<typeof startDatabaseProxy>>;
let opened: OpenedDatabase;
let client: pg.Client;

beforeAll(async () => {
  fresh = await createTestDatabase();
  client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await client.query('create table answered (what text)');
  gate = await startDatabaseProxy(Number(new URL(fresh.url).port));
});
beforeEach(() => {
  const url = new URL(fresh.url);
  url.port = String(gate.port);
  // Instead of 15 seconds.
  url.searchParams.set('query_timeout', '300');
  // One connection: the next user gets whatever the first one leaves behind.
  opened = openDatabase(url.href, () => {}, 1);
});
afterEach(async () => {
  gate.release();
  await opened.close();
});
afterAll(async () => {
  await client?.end();
  await gate?.close();
  await fresh?.drop();
});

const note = (what: string) => sql`insert into answered values (${what})`.execute(opened.database);
async function isCommitted(what: string): Promise<boolean> {
  return (await client.query('select from answered where what = $1', [what])).rowCount === 1;
}

test('what is written after a transaction that could not begin in time is committed', async () => {
  await sql`select 1`.execute(opened.database);
  gate.hold();
  await expect(opened.database.transaction().execute(() => Promise.resolve())).rejects.toThrow('Query read timeout');
  gate.release();
  await note('after begin');
  expect(await isCommitted('after begin')).toBe(true);
});

test('what is written after a transaction that could not be rolled back in time is committed', async () => {
  const broken = opened.database.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    gate.hold();
    await sql`select 2`.execute(transaction);
  });
  await expect(broken).rejects.toThrow('Query read timeout');
  gate.release();
  await note('after rollback');
  expect(await isCommitted('after rollback')).toBe(true);
});

test('a statement that the database refuses does not cost the connection', async () => {
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.database)).rows[0]?.pid;
  const before = await pid();
  for (let times = 0; times < 20; times += 1)
    await expect(sql`select 1 / 0`.execute(opened.database)).rejects.toThrow('division by zero');
  await expect(
    opened.database.transaction().execute((transaction) => sql`select 1 / 0`.execute(transaction)),
  ).rejects.toThrow('division by zero');
  expect(await pid()).toBe(before);
});
