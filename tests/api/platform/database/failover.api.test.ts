import { isDatabaseUnavailable } from '@redress/server/platform/database/database-errors';
import { startLocalDatabase } from '@redress/server/platform/database/local-database';
import { openDatabase, type OpenedDatabase, withClient } from '@redress/server/platform/database/pool';
import { sql } from 'kysely';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signalAll } from '../../../faults/environment/postgres-signals.ts';
import { startDatabaseProxy } from '../../../setup/database-proxy.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../setup/replicated-postgres.ts';
import { useFolder } from '../../../setup/folders.ts';

// In this order: the last test ends the primary.

const folder = useFolder();
let postgres: ReplicatedPostgres;
let opened: OpenedDatabase;

beforeAll(async () => {
  const template = join(folder, 'template');
  await startLocalDatabase(template).then(({ stop }) => stop());
  postgres = await startReplicatedPostgres(folder, template);
  await postgres.primary.query('create table noted (what text)');
  opened = openDatabase(postgres.connectionString, () => {});
});
afterAll(async () => {
  await opened?.close();
  await postgres?.stop();
});

const note = (what: string) => opened.pool.query('insert into noted values ($1)', [what]);
const isNoted = async (what: string) =>
  (await postgres.primary.query(`select from noted where what = '${what}'`)).length === 1;
const waiting = `from pg_stat_activity where wait_event = 'SyncRep'`;
const isWaiting = async () => (await postgres.primary.query(`select ${waiting}`)).length > 0;
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
async function findPort(): Promise<number | undefined> {
  const { rows } = await opened.pool.query<{ port: number }>('select inet_server_port() as port');
  return rows[0]?.port;
}

/** Runs something while commits wait for a standby that gets nothing. */
async function withoutStandby(run: () => Promise<void>): Promise<void> {
  await postgres.setSynchronous(true);
  await postgres.disconnectStandby();
  try {
    await run();
  } finally {
    await postgres.reconnectStandby();
  }
}

test('of two hosts, the pool and single connections use the primary', async () => {
  const { primary, connectionString } = postgres;
  const single = await withClient(connectionString, (client) =>
    client.query<{ port: number }>('select inet_server_port() as port'),
  );
  expect([await findPort(), single.rows[0]?.port]).toEqual([primary.port, primary.port]);
});

const writes: readonly [string, (what: string) => Promise<unknown>][] = [
  ['a statement', (what) => opened.pool.query(`insert into noted values ('${what}')`)],
  ['a statement with parameters', note],
  [
    'a transaction',
    (what) =>
      opened.database
        .transaction()
        .execute((transaction) => sql`insert into noted values (${what})`.execute(transaction)),
  ],
];
test.each(writes)('%s fails when somebody cancels its wait for the standby', (what, write) =>
  withoutStandby(async () => {
    const writing = errorOf(write(what));
    await expect.poll(isWaiting).toBe(true);
    await postgres.primary.query(`select pg_cancel_backend(pid) ${waiting}`);
    expect(isDatabaseUnavailable(await writing)).toBe(true);
    // PostgreSQL has committed it here, and says so to the client.
    expect(await isNoted(what)).toBe(true);
    expect(opened.pool.totalCount).toBe(0);
  }),
);

test('a statement also fails when the notice and the answer arrive together', () =>
  withoutStandby(async () => {
    const proxy = await startDatabaseProxy(postgres.primary.port, false);
    const url = new URL(postgres.primary.connectionString);
    url.port = String(proxy.port);
    const delayed = openDatabase(url.href, () => {}, 1);
    try {
      await delayed.pool.query('select 1');
      proxy.hold();
      const writing = errorOf(delayed.pool.query(`insert into noted values ('together')`));
      await expect.poll(isWaiting).toBe(true);
      await postgres.primary.query(`select pg_cancel_backend(pid) ${waiting}`);
      await expect.poll(() => proxy.held()).toMatch(/SyncRepWaitForLSN.*INSERT 0 1/s);
      proxy.release();
      expect(await writing).toMatchObject({ message: expect.stringContaining('standby was canceled') });
    } finally {
      await delayed.close();
      await proxy.close();
    }
  }));

test('a statement whose connection is terminated during its wait for the standby fails', () =>
  withoutStandby(async () => {
    const writing = errorOf(note('terminated'));
    await expect.poll(isWaiting).toBe(true);
    await postgres.primary.query(`select pg_terminate_backend(pid) ${waiting}`);
    expect(isDatabaseUnavailable(await writing)).toBe(true);
  }));

test('the time limit of statements does not end the wait for the standby; that of answers does, with an error', () =>
  withoutStandby(async () => {
    const url = `${postgres.connectionString}?statement_timeout=100&query_timeout=1000`;
    const hurried = openDatabase(url, () => {}, 1);
    expect(await errorOf(hurried.pool.query(`insert into noted values ('late')`))).toMatchObject({
      message: 'Query read timeout',
    });
    // Still invisible, because PostgreSQL still waits.
    expect([await isWaiting(), await isNoted('late')]).toEqual([true, false]);
    await hurried.close();
  }));

test('a connection that has become read-only is not used again', async () => {
  const { primary } = postgres;
  const pid = async () => (await opened.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await pid();
  await primary.query('alter system set default_transaction_read_only = on');
  await primary.query('select pg_reload_conf()');
  // Until the reload has reached it.
  await expect.poll(() => errorOf(note('refused'))).toMatchObject({ code: '25006' });
  const error = await errorOf(note('refused'));
  expect(error).toMatchObject({ message: expect.stringContaining('No host of DATABASE_URL is the primary') });
  expect(isDatabaseUnavailable(error)).toBe(true);
  await primary.query('alter system reset default_transaction_read_only');
  await primary.query('select pg_reload_conf()');
  await expect.poll(() => errorOf(note('accepted'))).toBe(undefined);
  expect(await pid()).not.toBe(before);
});

test('a connection outside the pool that is lost while nothing runs fails the next statement, and not the process', async () => {
  const lost = withClient(postgres.connectionString, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await postgres.primary.query(`select pg_terminate_backend(${rows[0]?.pid})`);
    await ended;
    return client.query('select 1');
  });
  expect(isDatabaseUnavailable(await errorOf(lost))).toBe(true);
});

test('when the standby becomes the primary, connections to the former one are closed, and the pool uses the new one', async () => {
  await postgres.setSynchronous(false);
  const { primary, standby, connectionString } = postgres;
  // Instead of 15 seconds.
  const pool = openDatabase(`${connectionString}?query_timeout=2000`, () => {});
  const portOf = async (client: Pick<pg.Client, 'query'>) =>
    (await client.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port;
  const held = await pool.pool.connect();
  expect(await portOf(held)).toBe(primary.port);
  // A machine that fails: nothing refuses connections, and nothing answers.
  signalAll(primary.processes(), 'SIGSTOP');
  await postgres.promote();
  await expect.poll(() => errorOf(pool.pool.query('create table after_failover ()'))).toBe(undefined);
  expect(isDatabaseUnavailable(await errorOf(portOf(held)))).toBe(true);
  held.release();
  expect(await portOf(pool.pool)).toBe(standby.port);
  await pool.close();
});
