import { deleteInBatches } from '@redress/server/platform/database/delete-in-batches';
import { openDatabase } from '@redress/server/platform/database/pool';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../setup/test-database.ts';

let place: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
let client: pg.Client;

beforeAll(async () => {
  place = await createTestDatabase('migrated');
  opened = openDatabase(place.url, () => {});
  client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(
    `insert into captcha_used
     select sha256(n::text::bytea), now() + case when n <= 12000 then interval '-1 hour' else interval '1 day' end
     from generate_series(1, 12100) n`,
  );
});
afterAll(async () => {
  await client.end();
  await opened.close();
  await place.drop();
});

const deleteExpired = () =>
  deleteInBatches(opened.database, 'captcha_used', sql`expires_at < now() order by expires_at`);
const count = async (where: string) =>
  Number((await client.query<{ count: string }>(`select count(*) from captcha_used where ${where}`)).rows[0]?.count);

test('deletes everything that has expired, in several batches and processes, and does not wait for a locked row', async () => {
  await client.query('begin');
  await client.query('select from captcha_used order by expires_at limit 1 for update');
  await Promise.all([deleteExpired(), deleteExpired(), deleteExpired()]);
  expect(await count('expires_at < now()')).toBe(1);
  await client.query('rollback');
  await deleteExpired();
  expect(await count('expires_at < now()')).toBe(0);
  expect(await count('true')).toBe(100);
});
