import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys } from '@redress/server/keys/keys';
import { importMembers } from '@redress/server/class-members/import-members';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../setup/test-database.ts';
import { goodAnswers } from '../../setup/browser.ts';
import { solveEasyCaptcha } from '../../setup/easy-captcha.ts';
import { type MailServer, startMailServer } from '../../setup/mail-server.ts';
import { type ServerProcess, serverProcesses, stopServer, untilReady } from '../../setup/server-process.ts';
import { memberOf } from '../../setup/test-server.ts';

const port = 4990;
const address = `http://127.0.0.1:${port}`;
const secretKey = 'only for tests, 32 characters long';
let database: TestDatabase;
let folder: string;
let mail: MailServer;
let client: pg.Client;
/** The mail server accepts no message before. */
let holdMail = Promise.resolve();
const processes = serverProcesses();

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'redress-post-'));
  holdMail = Promise.resolve();
  mail = await startMailServer({ hold: () => holdMail });
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
async function fileClaim(): Promise<{ number: string; token: string }> {
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
  const googleRecaptchaToken = await solveEasyCaptcha(deriveKeys(secretKey));
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
  const { claimNumber, receiptToken } = (await answer.json()) as { claimNumber: string; receiptToken: string };
  return { number: claimNumber, token: receiptToken };
}

test('kill -9 between the response and the receipt: the receipt is sent after the next start, and SIGTERM stops the server cleanly', async () => {
  await startServer();
  // A row that waits for an hour, so the kill comes first.
  await client.query(`
    create function wait_an_hour() returns trigger language plpgsql as
      $$ begin new.due_at := new.due_at + interval '1 hour'; return new; end $$;
    create trigger wait_an_hour before insert on outbox for each row execute function wait_an_hour();`);
  const { number } = await fileClaim();
  await processes.killAll();
  expect(mail.received).toHaveLength(0);
  await client.query("update outbox set due_at = due_at - interval '1 hour'");

  const second = await startServer();
  await expect.poll(() => mail.received.length).toBe(1);
  expect(mail.received[0]?.raw).toContain(`receipt-${number}@`);
  // Every periodic job that migrations have made is done by the server, such as new partitions.
  await expect
    .poll(async () => (await client.query("select name from periodic_jobs where due_at = 'epoch'")).rowCount)
    .toBe(0);
  expect(await stopServer(second)).toBe(0);
  // What was not sealed yet is sealed before the end.
  const { rows } = await client.query(
    'select (select sum(entries) from history_seals) = count(*) as "isSealed" from claim_history',
  );
  expect(rows).toEqual([{ isSealed: true }]);
});

test('kill -9 while a receipt is sent: another process sends it when the lease has ended, within 30 seconds', async () => {
  let accept = () => {};
  holdMail = new Promise<void>((resolve) => (accept = resolve));
  await startServer();
  const { number } = await fileClaim();
  const readJob = async () => {
    const { rows } = await client.query<{
      leased_by: string | null;
      due_at: Date;
      attempts: number;
      done_at: Date | null;
    }>('select leased_by, due_at, attempts, done_at from outbox');
    return rows[0];
  };
  await expect.poll(async () => (await readJob())?.leased_by).toEqual(expect.any(String));
  await processes.killAll();
  const endsIn = Number((await readJob())?.due_at) - Date.now();
  expect(endsIn).toBeLessThan(29_000);
  accept();
  // Instead of waiting for the end of the lease.
  await client.query('update outbox set due_at = now()');
  await startServer();
  await expect.poll(async () => (await readJob())?.done_at).toEqual(expect.any(Date));
  expect(mail.received.at(-1)?.raw).toContain(`receipt-${number}@`);
  expect(await readJob()).toMatchObject({ leased_by: null, attempts: 2 });
});

test('the real server renders the receipt of a claim', async () => {
  await startServer();
  const { number, token } = await fileClaim();
  const receipt = await fetch(`${address}/api/claims/${number}/receipt.pdf`, {
    headers: { 'receipt-token': token },
  });
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(
    Buffer.from(await receipt.arrayBuffer())
      .toString('latin1')
      .startsWith('%PDF-1.7'),
  ).toBe(true);
});
