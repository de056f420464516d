import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { goodAnswers } from '../../../setup/browser.ts';
import { solveEasyCaptcha } from '../../../setup/easy-captcha.ts';
import { releasePort, reservePort } from '../../../setup/free-port.ts';
import { startMailServer } from '../../../setup/mail-server.ts';
import { serverProcesses, stopServer, untilReady } from '../../../setup/server-process.ts';
import { createTestDatabase } from '../../../setup/test-database.ts';
import { importRows, memberOf } from '../../../setup/test-server.ts';

const secretKey = 'only for tests, 32 characters long';
const keys = deriveKeys(secretKey);

interface Filed {
  readonly claimNumber: string;
  readonly receiptToken: string;
}

/** Logs in as a class member, and returns what files a claim of theirs. */
async function logIn(address: string) {
  const { uniqueId, noticeId } = memberOf(0);
  const login = await fetch(`${address}/api/login/creds/`, { headers: { p1: uniqueId, p2: noticeId } });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return async (more: object = {}): Promise<Filed> => {
    const answer = await fetch(`${address}/api/ConsumerClaimants`, {
      method: 'POST',
      headers: {
        cookie: cookies.join('; '),
        'x-xsrf-token': cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ...goodAnswers, ...more, googleRecaptchaToken: await solveEasyCaptcha(keys) }),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Filed;
  };
}

test('kill -9 before a receipt is sent, or while it is: another process sends it, and SIGTERM stops that cleanly', async () => {
  const database = await createTestDatabase('migrated');
  onTestFinished(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'redress-post-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // The mail server accepts no message before the first server is dead.
  const { promise: isDead, resolve: accept } = Promise.withResolvers<void>();
  const mail = await startMailServer({ hold: () => isDead });
  onTestFinished(() => mail.stop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const processes = serverProcesses();
  onTestFinished(() => processes.killAll());
  const port = await reservePort();
  onTestFinished(() => releasePort(port));
  const address = `http://127.0.0.1:${port}`;
  const start = async () => {
    const server = processes.start({
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      SMTP_URL: mail.url,
      MAIL_FROM: 'no-reply@example.com',
    });
    await untilReady(server, address);
    return server;
  };
  const jobs = async () => {
    const { rows } = await client.query<{ leased_by: string | null; due_at: Date; attempts: number; done_at: Date }>(
      'select leased_by, due_at, attempts, done_at from receipt_outbox order by id',
    );
    return rows;
  };

  await start();
  const { noticeId, uniqueId } = memberOf(0);
  await importRows(database.url, [`${noticeId},${uniqueId},Jane,Doe,,,,,brand-drug`], keys);
  const fileClaim = await logIn(address);
  const sending = await fileClaim();
  // A receipt that waits three minutes for documents, so the kill comes first.
  const waiting = await fileClaim({ documentsToFollow: 1 });
  await expect.poll(async () => (await jobs())[0]?.leased_by).toEqual(expect.any(String));
  const receipt = await fetch(`${address}/api/claims/${sending.claimNumber}/receipt.pdf`, {
    headers: { 'receipt-token': sending.receiptToken },
  });
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(
    Buffer.from(await receipt.arrayBuffer())
      .subarray(0, 8)
      .toString('latin1'),
  ).toBe('%PDF-1.7');
  await processes.killAll();
  expect(mail.received).toHaveLength(0);
  expect(await jobs()).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);
  // The lease of the dead process ends within 30 seconds.
  expect(Number((await jobs())[0]?.due_at) - Date.now()).toBeLessThan(29_000);

  accept();
  // Skips the rest of the lease and the wait for documents.
  await client.query('update receipt_outbox set due_at = now()');
  const second = await start();
  // On a slow machine, an attempt that takes too long is followed by another.
  const ended = async () =>
    (await jobs()).map((job, index) => job.leased_by === null && job.done_at !== null && job.attempts >= 2 - index);
  await expect.poll(ended).toEqual([true, true]);
  const received = mail.received.map(({ raw }) => /receipt-(\d+)@/.exec(raw)?.[1]);
  expect(new Set(received)).toEqual(new Set([sending.claimNumber, waiting.claimNumber]));
  // Every periodic job that migrations have made is done by the server, such as new partitions.
  const late = async () => (await client.query("select from periodic_jobs where due_at = 'epoch'")).rowCount;
  await expect.poll(late).toBe(0);
  expect(await stopServer(second)).toBe(0);
  // The server seals the remaining history before it ends.
  const { rows } = await client.query(
    'select (select sum(entries) from history_seals) = count(*) as "isSealed" from claim_history',
  );
  expect(rows).toEqual([{ isSealed: true }]);
});
