import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys } from '@redress/server/keys/keys';
import { importMembers } from '@redress/server/class-members/import-members';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { goodAnswers } from '../setup/browser.ts';
import { type MailServer, startMailServer } from '../setup/mail-server.ts';
import { type ServerProcess, serverProcesses, stopServer, untilReady } from '../setup/server-process.ts';
import { memberOf } from '../setup/test-server.ts';

const port = 4990;
const address = `http://127.0.0.1:${port}`;
const secretKey = 'only for tests, 32 characters long';
let database: TestDatabase;
let folder: string;
let mail: MailServer;
let client: pg.Client;
const processes = serverProcesses();

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'redress-post-'));
  mail = await startMailServer();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await processes.killAll();
  await client.end();
  await mail.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(): Promise<ServerProcess> {
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
}

/** Files a claim as a logged-in class member. Returns its number and the browser's cookies. */
async function fileClaim(): Promise<{ number: string; cookie: string }> {
  const member = memberOf(0);
  await importMembers({
    connectionString: database.url,
    keys: deriveKeys(secretKey),
    cases: new Set(['brand-drug']),
    csv: Readable.from([
      `notice_id,unique_id,first_name,last_name,street,city,state,zip,case\n${member.noticeId},${member.uniqueId},Jane,Doe,,,,,brand-drug`,
    ]),
  });
  const login = await fetch(`${address}/api/login/creds/`, { headers: { p1: member.uniqueId, p2: member.noticeId } });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const challenge = (await (await fetch(`${address}/api/captcha/challenge`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  const googleRecaptchaToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const answer = await fetch(`${address}/api/ConsumerClaimants`, {
    method: 'POST',
    headers: {
      cookie: cookies.join('; '),
      'x-xsrf-token': cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ...goodAnswers, googleRecaptchaToken }),
  });
  expect(answer.status).toBe(201);
  const { claimNumber } = (await answer.json()) as { claimNumber: string };
  const filed = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { number: claimNumber, cookie: filed.join('; ') };
}

test('kill -9 between the response and the queue: the receipt is sent after the next start, and SIGTERM stops the server cleanly', async () => {
  await startServer();
  // The queue accepts no jobs, so the kill comes first.
  await client.query('begin; lock table graphile_worker._private_jobs in exclusive mode');
  const { number } = await fileClaim();
  await processes.killAll();
  await client.query('rollback');
  expect(mail.received).toHaveLength(0);
  const { rows } = await client.query<{ queued_at: Date | null }>('select queued_at from outbox');
  expect(rows).toEqual([{ queued_at: null }]);

  const second = await startServer();
  await expect.poll(() => mail.received.length).toBe(1);
  expect(mail.received[0]?.raw).toContain(`receipt-${number}@`);
  expect(await stopServer(second)).toBe(0);
});

test('the real server renders the receipt of a claim', async () => {
  await startServer();
  const { number, cookie } = await fileClaim();
  const receipt = await fetch(`${address}/api/claims/${number}/receipt.pdf`, { headers: { cookie } });
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(
    Buffer.from(await receipt.arrayBuffer())
      .toString('latin1')
      .startsWith('%PDF-1.7'),
  ).toBe(true);
});
