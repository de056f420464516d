import type { LocalPostgres } from '@redress/local-postgres/local-postgres';
import { isAlive } from '@redress/local-postgres/processes';
import { startLocalDatabase } from '@redress/server/platform/database/local-database';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../setup/browser.ts';
import { levelOf, logInPatiently } from '../../../setup/login-work.ts';
import { memberOf, startTestServer, type TestServer } from '../../../setup/test-server.ts';

let server: TestServer;
let folder: string;
let postgres: LocalPostgres;

// A separate PostgreSQL, because the test crashes it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-login-'));
  // Root runs PostgreSQL as another user, which must be able to enter the folder.
  await chmod(folder, 0o711);
  postgres = await startLocalDatabase(join(folder, 'postgres'));
  server = await startTestServer({ connectionString: postgres.connectionString, overrides: { limits: defaultLimits } });
});
afterAll(async () => {
  await server?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a crash of PostgreSQL and new server processes change nothing about failed logins', async () => {
  const wrong = { noticeId: memberOf(0).noticeId, uniqueId: 'WRONG123' };
  for (let number = 0; number < 12; number += 1)
    await logInPatiently(new Browser(server.app, `10.0.0.${number}`), wrong);
  // PostgreSQL flushes these writes asynchronously.
  const [{ lsn } = { lsn: '' }] = await server.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn');
  await expect
    .poll(() => server.query('select pg_current_wal_flush_lsn() >= $1::pg_lsn as flushed', [lsn]))
    .toEqual([{ flushed: true }]);
  const [pid = ''] = (await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  // An immediate stop without cleanup: the next start recovers as after a crash and empties
  // unlogged tables.
  process.kill(Number(pid), 'SIGQUIT');
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
  await postgres.stop();
  postgres = await startLocalDatabase(join(folder, 'postgres'));
  const another = await server.buildAnother();
  expect(levelOf(await new Browser(another, '10.0.1.1').logIn(memberOf(0)))).toBe(2);
});
