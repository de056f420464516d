import { withClient } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { goodAnswers } from '../setup/browser.ts';
import { solveEasyCaptcha } from '../setup/easy-captcha.ts';
import { releasePort, reservePort } from '../setup/free-port.ts';
import { serverProcesses } from '../setup/server-process.ts';
import { importRows, memberOf } from '../setup/test-server.ts';

const secretKey = 'only for tests, 32 characters long';
/** For a start on a busy machine. */
const patience = { timeout: 120_000 };
let port: number;
let address: string;
let database: TestDatabase;
let folder: string;
const processes = serverProcesses();

beforeAll(async () => {
  port = await reservePort();
  address = `http://127.0.0.1:${port}`;
  database = await createTestDatabase('migrated');
  folder = await mkdtemp(join(tmpdir(), 'redress-main-'));
});
afterEach(processes.killAll);
afterAll(async () => {
  await database?.drop();
  await releasePort(port);
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  processes.start({
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey,
  });
const isReady = async () => (await fetch(`${address}/api/health/ready`).catch(() => undefined))?.status;

test('kill -9 while claims come in: each answered claim is stored once, the rest can be retried, and SIGTERM lets the request in flight finish', async () => {
  const { child, ended } = start();
  await expect.poll(isReady, patience).toBe(200);
  const member = memberOf(0);
  const row = `${member.noticeId},${member.uniqueId},Jane,Doe,,,,,brand-drug`;
  await importRows(database.url, [row], deriveKeys(secretKey));
  const login = await fetch(`${address}/api/login/creds/`, { headers: { p1: member.uniqueId, p2: member.noticeId } });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '';
  const claims = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const googleRecaptchaToken = await solveEasyCaptcha(deriveKeys(secretKey));
      return {
        key: randomUUID(),
        body: JSON.stringify({ ...goodAnswers, totalNumOfPrescriptions: String(index), googleRecaptchaToken }),
      };
    }),
  );
  const send = async ({ key, body }: (typeof claims)[number]) => {
    const headers = {
      cookie: cookies.join('; '),
      'x-xsrf-token': token,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const answer = await fetch(`${address}/api/ConsumerClaimants`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (answer === undefined) return undefined;
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { claimNumber: string }).claimNumber;
  };
  // Killed as soon as the first one is answered, while the others are in flight.
  const answered = await Promise.all(
    claims.map(async (claim) => {
      const number = await send(claim);
      child.kill('SIGKILL');
      return number;
    }),
  );
  await ended;
  const next = start();
  await expect.poll(isReady, patience).toBe(200);
  await expect.poll(() => next.output.out).toContain(`http://localhost:${port}`);
  expect(next.output.out).toContain(join(folder, 'data'));
  const again = await Promise.all(claims.map(send));
  expect(answered.filter((number, index) => number !== undefined && number !== again[index])).toEqual([]);
  expect(answered.some((number) => number !== undefined)).toBe(true);
  const { rows } = await withClient(database.url, (client) =>
    client.query<{ number: string }>('select number from claims order by number'),
  );
  expect(rows.map(({ number }) => number)).toEqual(again.toSorted((a, b) => Number(a) - Number(b)));

  // A request whose body is incomplete when the server is asked to stop.
  const slow = request(`${address}/api/session`, {
    method: 'DELETE',
    headers: {
      cookie: cookies.join('; '),
      'x-xsrf-token': token,
      'content-type': 'application/json',
      'content-length': '2',
      expect: '100-continue',
    },
  });
  const status = new Promise((resolve, reject) => {
    slow.once('response', (response) => resolve(response.resume().statusCode));
    slow.once('error', reject);
  });
  slow.flushHeaders();
  await once(slow, 'continue');
  slow.write('{');
  next.child.kill('SIGTERM');
  await expect.poll(isReady).toBeUndefined();
  expect(next.child.exitCode).toBeNull();
  slow.end('}');
  expect(await status).toBe(204);
  expect(await next.ended).toBe(0);
});

test('a server that is stopped while it starts ends without an error message', async () => {
  await withClient(database.url, async (client) => {
    // The start waits for this lock, which only the process has that migrates.
    await client.query('select pg_advisory_lock(7324901)');
    const { child, output, ended } = start();
    const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await client.query(waiting)).rowCount, patience).toBe(1);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output.err).toBe('');
  });
});
