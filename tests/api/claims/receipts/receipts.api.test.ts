import { settlement } from '@redress/content/settlement';
import { jobLeases } from '@redress/server/platform/jobs/job-leases';
import { type JobRunner, startJobs } from '@redress/server/platform/jobs/job-runner';
import { deleteFinishedReceipts } from '@redress/server/cleanup';
import { createLog } from '@redress/server/platform/logging/log';
import { createFolderMailer, createSmtpMailer } from '@redress/server/platform/mail/mailers';
import type { Mailer } from '@redress/server/platform/mail/mail';
import { receiptJobs } from '@redress/server/claims/receipts/send-receipt';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Browser, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { partsOf, startMailServer } from '../../../setup/mail-server.ts';
import { hasPdfToText } from '../../../setup/pdf-to-text.ts';
import { printedReceiptOf, receiptOf } from '../../../setup/receipts.ts';
import { agentAnswers, classMembersOf, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';
import { readHistory } from '../../../setup/read-history.ts';
import { makeFolder } from '../../../setup/folders.ts';

let browser: Browser;
const logged: string[] = [];
const log = createLog('info', { write: (line: string) => void logged.push(line) });
const atTheEnd: (() => Promise<unknown> | void)[] = [];

const server = useTestServer();
beforeAll(async () => {
  browser = await logInBrowser(server.app, memberOf(0));
});
afterEach(async () => {
  for (const end of atTheEnd.splice(0).toReversed()) await end();
  await server.query('update receipt_outbox set done_at = now(), outcome = $1 where done_at is null', ['sent']);
});

/** Like `start-server.ts`, but polls the outbox and retries sooner. */
function startReceipts(mailer: Mailer, maxAttempts = 100): JobRunner {
  const { database, pdfRenderer } = server;
  const context = {
    database,
    settlement,
    pdfRenderer,
    mailer,
    from: { name: '', address: 'no-reply@example.com' },
    publicUrl: new URL('https://claims.example.com'),
    now: () => new Date(),
    isScanned: false,
  };
  const source = { ...receiptJobs(context), pauseSeconds: [0.1], maxAttempts };
  const receipts = startJobs(source, { now: context.now, log, pollMilliseconds: 50 });
  atTheEnd.push(async () => {
    await receipts.stop();
    mailer.close();
  });
  return receipts;
}
async function startMail(options?: Parameters<typeof startMailServer>[0]) {
  const mail = await startMailServer(options);
  atTheEnd.push(() => mail.stop());
  return mail;
}
const file = async (answers: Readonly<Record<string, unknown>> = {}) =>
  (await browser.fileClaim({ ...goodAnswers, ...answers })).body.claimNumber;
const outboxOf = (number: string) =>
  server.query(
    'select receipt_outbox.* from receipt_outbox join claims on claims.id = claim_id where number = $1 order by receipt_outbox.id',
    [number],
  );
const leaseNext = (now: Date) =>
  jobLeases(server.database, 'receipt').leaseNext(
    { holder: randomUUID(), until: new Date(now.getTime() + 20_000) },
    now,
  );
const historyOf = (number: string) => readHistory(server, number);

describe('the receipt by email', () => {
  test('arrives with the reference number as text and HTML and with the PDF, and is in the history', async () => {
    const mail = await startMail();
    startReceipts(createSmtpMailer(mail.url));
    const number = await file({ name1: 'José Núñez', email: 'jose@example.com' });
    await expect.poll(() => mail.received.length).toBe(1);
    const [{ to, raw } = { to: [], raw: '' }] = mail.received;
    expect(to).toEqual(['jose@example.com']);
    const reference = `11416REF${number}`;
    expect(raw).toContain(`Subject: Receipt for your claim: ${reference}`);
    expect(raw).toContain(`Message-ID: <receipt-${number}@claims.example.com>`);
    expect(raw).toContain('From: Antidepressant Antitrust Settlement <no-reply@example.com>');
    expect(raw).toContain('Auto-Submitted: auto-generated');
    const parts = partsOf(raw);
    expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf']);
    const [text = '', html = ''] = parts.slice(0, 2).map(({ bytes }) => bytes.toString('utf8'));
    expect(
      html.match(/>11416REF<span[^>]*>(\d{3})<\/span><span[^>]*>(\d{3})<\/span><span[^>]*>(\d{4})</)?.slice(1),
    ).toEqual([number.slice(0, 3), number.slice(3, 6), number.slice(6)]);
    for (const part of [text, html.replace(/<\/?span[^>]*>/g, '')]) {
      for (const expected of [
        'José Núñez',
        reference,
        'Jul 1, 2025, 8:00 AM EDT',
        '1-800-555-0142',
        'https://claims.example.com',
      ])
        expect(part).toContain(expected);
      // The name is the only answer in the mail: a mailbox is not a safe place for the others.
      for (const answer of ['Larkmoor', 'Phoenix', '85001', '1250', 'jose@example.com', '555-0100'])
        expect(part).not.toContain(answer);
    }
    expect(parts[2]?.headers).toContain(`filename=receipt-${reference}.pdf`);
    expect(parts[2]?.bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
    await expect.poll(async () => (await outboxOf(number))[0]?.['outcome']).toBe('sent');
    expect(await historyOf(number)).toMatchObject([
      { kind: 'claim-filed' },
      { kind: 'receipt-sent', details: { messageId: `receipt-${number}@claims.example.com`, attempts: 1 } },
    ]);
  });

  test('is owed once and sent once for a repeated request and for two concurrent processes', async () => {
    const mail = await startMail();
    const key = randomUUID();
    const body = { ...goodAnswers, googleRecaptchaToken: await browser.solveCaptcha() };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(body, key)));
    const number = answers[0]?.body.claimNumber ?? '';
    // None is owed if no address was given.
    expect(await outboxOf(await file({ email: '' }))).toEqual([]);
    expect(new Set(answers.map((answer) => answer.body.claimNumber))).toEqual(new Set([number]));
    expect(await outboxOf(number)).toHaveLength(1);
    const others = await Promise.all(Array.from({ length: 4 }, () => file()));
    startReceipts(createSmtpMailer(mail.url));
    startReceipts(createSmtpMailer(mail.url));
    await expect.poll(() => server.query('select from receipt_outbox where done_at is null')).toEqual([]);
    const ids = mail.received.map(({ raw }) => /receipt-(\d{10})@/.exec(raw)?.[1] ?? '');
    expect(ids.toSorted()).toEqual([number, ...others].toSorted());
  });

  test('is retried while the mail server is down, and arrives when it is back', async () => {
    const gone = await startMailServer();
    await gone.stop();
    startReceipts(createSmtpMailer(gone.url));
    const number = await file();
    await expect.poll(async () => (await outboxOf(number))[0]?.['attempts']).toBeGreaterThan(1);
    expect(await outboxOf(number)).toMatchObject([{ done_at: null, last_error: 'ESOCKET' }]);
    const mail = await startMail({ port: gone.port });
    await expect.poll(() => mail.received.length).toBe(1);
    await expect.poll(async () => (await outboxOf(number))[0]?.['outcome']).toBe('sent');
  });

  test('is retried after a temporary refusal; a permanent refusal ends it, and no log contains the address', async () => {
    let asked = 0;
    const mail = await startMail({
      answerTo(address) {
        if (address.startsWith('nobody')) return 550;
        asked += 1;
        return asked < 3 ? 450 : undefined;
      },
    });
    startReceipts(createSmtpMailer(mail.url));
    const greylisted = await file({ email: 'somebody@example.com' });
    const unknown = await file({ email: 'nobody@example.com' });
    await expect.poll(() => mail.received.length).toBe(1);
    await expect.poll(async () => (await outboxOf(greylisted))[0]?.['outcome']).toBe('sent');
    expect((await outboxOf(greylisted))[0]?.['attempts']).toBe(3);
    await expect.poll(async () => (await outboxOf(unknown))[0]?.['outcome']).toBe('refused');
    expect(await historyOf(unknown)).toMatchObject([
      { kind: 'claim-filed' },
      { kind: 'receipt-refused', details: { code: 550 } },
    ]);
    expect(logged.join('')).toContain('EENVELOPE 450');
    const errors = JSON.stringify(await server.query('select last_error from receipt_outbox'));
    for (const text of [logged.join(''), errors]) expect(text).not.toMatch(/(some|no)body@example|José|Jane/);
  });

  test('is finished before the process ends when it is asked to stop in the middle', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHolding = false;
    const mail = await startMail({
      hold: () => {
        isHolding = true;
        return held;
      },
    });
    const receipts = startReceipts(createSmtpMailer(mail.url));
    const number = await file();
    await expect.poll(() => isHolding).toBe(true);
    const stopping = receipts.stop();
    release();
    await stopping;
    expect(mail.received).toHaveLength(1);
    expect((await outboxOf(number))[0]?.['outcome']).toBe('sent');
  });

  test('is written as a complete file, readable by the owner only, if there is no mail server', async () => {
    const folder = await makeFolder();
    startReceipts(createFolderMailer(join(folder, 'mail')));
    const number = await file({ email: 'jane.doe@example.com' });
    const path = join(folder, 'mail', `receipt-${number}.eml`);
    await expect.poll(async () => (await outboxOf(number))[0]?.['outcome']).toBe('sent');
    expect(await readdir(join(folder, 'mail'))).toEqual([`receipt-${number}.eml`]);
    const raw = await readFile(path, 'latin1');
    expect(raw).toContain('To: jane.doe@example.com');
    expect(partsOf(raw).map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('waits three minutes for documents that were announced', async () => {
    const token = await browser.solveCaptcha();
    const { body } = await browser.post({ ...goodAnswers, documentsToFollow: 2, googleRecaptchaToken: token });
    const [row] = await outboxOf(body.claimNumber);
    expect(Number(row?.['due_at']) - Number(row?.['created_at'])).toBe(3 * 60 * 1_000);
    expect(await leaseNext(new Date(server.now.getTime() + 170_000))).toBeUndefined();
    expect(await leaseNext(new Date(server.now.getTime() + 180_000))).toEqual({ id: row?.['id'], attempts: 1 });
  });
});

describe('the outbox', () => {
  test('is read through an index of the rows that are due, whatever else it contains', async () => {
    // Both statements use one connection.
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('set enable_seqscan = off');
    const { rows: plan } = await client.query(
      'explain select id from receipt_outbox job where job.done_at is null and job.due_at <= now() order by job.due_at limit 1 for update skip locked',
    );
    expect(JSON.stringify(plan)).toMatch(
      /Index Scan using receipt_outbox_due .*"QUERY PLAN":"\s+Index Cond: \(due_at <= now/,
    );
  });

  test('deletes receipts that were sent thirty days ago, and none that is still owed', async () => {
    const [done, owed] = [await file(), await file()];
    const day = 24 * 60 * 60 * 1_000;
    await server.query(
      "update receipt_outbox set done_at = $2, outcome = 'sent' from claims where claims.id = claim_id and number = $1",
      [done, new Date()],
    );
    await deleteFinishedReceipts(server.database, new Date(Date.now() + 29 * day));
    expect(await outboxOf(done)).toHaveLength(1);
    await deleteFinishedReceipts(server.database, new Date(Date.now() + 31 * day));
    expect(await outboxOf(done)).toEqual([]);
    expect(await outboxOf(owed)).toHaveLength(1);
  });

  test('reports to readiness how long the oldest receipt has waited; claims are still accepted', async () => {
    const ready = async () => {
      const { status, text } = await browser.send('GET', '/api/health/ready');
      return [status, JSON.parse(text) as unknown] as const;
    };
    expect(await ready()).toMatchObject([200, { mail: { status: 'ok', oldestSeconds: 0 } }]);
    await file();
    const filedAt = server.now;
    server.now = new Date(filedAt.getTime() + 20 * 60 * 1_000);
    try {
      await expect.poll(ready).toMatchObject([200, { status: 'ok', mail: { status: 'behind', oldestSeconds: 1_200 } }]);
    } finally {
      server.now = filedAt;
    }
  });
});

describe('GET /api/claims/N/receipt.pdf', () => {
  test('sends the receipt as a file to the tab that filed, and no cache stores it', async () => {
    const number = await file();
    const { status, headers, text } = await browser.send('GET', `/api/claims/${number}/receipt.pdf`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store']);
    expect(headers['content-disposition']).toBe(`attachment; filename="receipt-11416REF${number}.pdf"`);
    expect(text.startsWith('%PDF-1.7')).toBe(true);
  });

  test.skipIf(!hasPdfToText)(
    'shows a third-party payor every answer, but only the last digits of tax IDs',
    async () => {
      const payor = await openForm(server.app);
      const classMembers = classMembersOf(2);
      const { claimNumber } = (await fileTpp(payor, { ...agentAnswers, classMembers })).body;
      const printed = await printedReceiptOf(server, claimNumber);
      for (const { label, value } of (await receiptOf(server, claimNumber)).sections.flatMap(({ rows }) => rows))
        expect(printed).toContain(`${label} ${value === '' ? '(no answer)' : value}`);
      for (const { classMemberName, classMemberFEIN } of classMembers) {
        expect(printed).toContain(classMemberName);
        expect(printed).not.toContain(classMemberFEIN);
        expect(printed).toContain(`•••••${classMemberFEIN.slice(-4)}`);
      }
      expect(printed).not.toContain(agentAnswers.agentsTin);
    },
  );
});
