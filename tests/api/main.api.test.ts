import { withClient } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { goodAnswers } from '../setup/browser.ts';
import { solveEasyCaptcha } from '../setup/easy-captcha.ts';
import { releasePort, reservePort } from '../setup/free-port.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { serverProcesses } from '../setup/server-process.ts';
import { importRows, memberOf } from '../setup/test-server.ts';
import { useFolder } from '../setup/folders.ts';

const secretKey = 'only for tests, 32 characters long';
/** For a start on a busy machine. */
const patience = { timeout: 120_000 };
let port: number;
let address: string;
let database: TestDatabase;
const folder = useFolder();
const processes = serverProcesses();

beforeAll(async () => {
  port = await reservePort();
  address = `http://127.0.0.1:${port}`;
  database = await createTestDatabase('migrated');
});
afterEach(processes.killAll);
afterAll(async () => {
  await database?.drop();
  await releasePort(port);
});

const startServer = (more: Readonly<Record<string, string>> = {}) =>
  processes.start({
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey,
    ...more,
  });
const isReady = async () => (await fetch(`${address}/api/health/ready`).catch(() => undefined))?.status;

interface Filed {
  readonly claimNumber: string;
  readonly receiptToken: string;
}

test('kill -9 while claims and receipts are on their way: each claim is stored once, each receipt is sent by the next process, and SIGTERM lets what runs finish', async () => {
  // The mail server accepts no message before the first server is dead.
  const { promise: isDead, resolve: accept } = Promise.withResolvers<void>();
  const mail = await startMailServer({ hold: () => isDead });
  onTestFinished(() => mail.stop());
  const start = () => startServer({ SMTP_URL: mail.url, MAIL_FROM: 'no-reply@example.com' });
  const query = async <Row extends Record<string, unknown>>(text: string) =>
    (await withClient(database.url, (client) => client.query<Row>(text))).rows;
  const jobs = () =>
    query<{ leased_by: string | null; due_at: Date; attempts: number; done_at: Date | null }>(
      'select leased_by, due_at, attempts, done_at from receipt_outbox order by id',
    );

  const { child, ended } = start();
  await expect.poll(isReady, patience).toBe(200);
  const { noticeId, uniqueId } = memberOf(0);
  await importRows(database.url, [`${noticeId},${uniqueId},Jane,Doe,,,,,brand-drug`], deriveKeys(secretKey));
  const login = await fetch(`${address}/api/login/creds/`, { headers: { p1: uniqueId, p2: noticeId } });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const headers = {
    cookie: cookies.join('; '),
    'x-xsrf-token': cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '',
    'content-type': 'application/json',
  };
  const prepare = async (more: object = {}) => {
    const googleRecaptchaToken = await solveEasyCaptcha(deriveKeys(secretKey));
    return { key: randomUUID(), body: JSON.stringify({ ...goodAnswers, ...more, googleRecaptchaToken }) };
  };
  const send = async ({ key, body }: Awaited<ReturnType<typeof prepare>>): Promise<Filed | undefined> => {
    const sent = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body };
    const answer = await fetch(`${address}/api/ConsumerClaimants`, sent).catch(() => undefined);
    if (answer === undefined) return undefined;
    expect(answer.status).toBe(201);
    return (await answer.json()) as Filed;
  };

  const sending = await send(await prepare());
  // A receipt that waits three minutes for documents, so the kill comes first.
  const waiting = await send(await prepare({ documentsToFollow: 1 }));
  await expect.poll(async () => (await jobs())[0]?.leased_by).toEqual(expect.any(String));
  const receipt = await fetch(`${address}/api/claims/${sending?.claimNumber}/receipt.pdf`, {
    headers: { 'receipt-token': sending?.receiptToken ?? '' },
  });
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(await receipt.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.7/);
  const claims = await Promise.all(
    Array.from({ length: 8 }, (_, totalNumOfPrescriptions) =>
      prepare({ totalNumOfPrescriptions: String(totalNumOfPrescriptions) }),
    ),
  );
  // Killed as soon as the first one is answered, while the others are in flight.
  const answered = await Promise.all(
    claims.map(async (claim) => {
      const filed = await send(claim);
      child.kill('SIGKILL');
      return filed?.claimNumber;
    }),
  );
  await ended;
  expect(mail.received).toHaveLength(0);
  const [first, second] = await jobs();
  expect([first, second]).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);
  // The lease of the dead process ends within 30 seconds.
  expect(Number(first?.due_at) - Date.now()).toBeLessThan(29_000);

  accept();
  const next = start();
  await expect.poll(isReady, patience).toBe(200);
  await expect.poll(() => next.output.out).toContain(`http://localhost:${port}`);
  expect(next.output.out).toContain(join(folder, 'data'));
  const again = (await Promise.all(claims.map(send))).map((filed) => filed?.claimNumber ?? '');
  expect(answered.filter((number, index) => number !== undefined && number !== again[index])).toEqual([]);
  expect(answered.some((number) => number !== undefined)).toBe(true);
  const filed = [sending, waiting].map((each) => each?.claimNumber ?? '').concat(again);
  const numbers = (await query<{ number: string }>('select number from claims')).map(({ number }) => number);
  expect(numbers.toSorted()).toEqual(filed.toSorted());

  // Skips the rest of the leases and the wait for documents.
  await query('update receipt_outbox set due_at = now() where done_at is null');
  // On a slow machine, an attempt that takes too long is followed by another.
  const isEnded = async () =>
    (await jobs()).map(
      (job, index) => job.leased_by === null && job.done_at !== null && job.attempts >= (index === 0 ? 2 : 1),
    );
  await expect.poll(isEnded, patience).toEqual(filed.map(() => true));
  const receipts = mail.received.map(({ raw }) => /receipt-(\d+)@/.exec(raw)?.[1]);
  expect(new Set(receipts)).toEqual(new Set(filed));
  // Every periodic job that migrations have made is done by the server, such as new partitions.
  await expect.poll(() => query("select from periodic_jobs where due_at = 'epoch'"), patience).toEqual([]);

  // A request whose body is incomplete when the server is asked to stop.
  const slow = request(`${address}/api/session`, {
    method: 'DELETE',
    headers: { ...headers, 'content-length': '2', expect: '100-continue' },
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
  // The server seals the remaining history before it ends.
  const sealed = 'select (select sum(entries) from history_seals) = count(*) as "isSealed" from claim_history';
  expect(await query(sealed)).toEqual([{ isSealed: true }]);
});

test('a server that is stopped while it starts ends without an error message', async () => {
  await withClient(database.url, async (client) => {
    // The start waits for this lock, which only the process has that migrates.
    await client.query('select pg_advisory_lock(7324901)');
    const { child, output, ended } = startServer();
    const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await client.query(waiting)).rowCount, patience).toBe(1);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output.err).toBe('');
  });
});
