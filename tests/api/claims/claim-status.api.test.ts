import { settlement } from '@redress/content/settlement';
import type { DataChecks } from '@redress/contract/data-checks';
import { hashRecord } from '@redress/server/claims/claim-hashes';
import { createEntry, type HistoryEvent } from '@redress/server/claims/claim-history';
import { maskEmail, readClaimStatus } from '@redress/server/claims/claim-status';
import { openDatabase, type OpenedDatabase } from '@redress/server/database/pool';
import { createSmtpMailer } from '@redress/server/mail/mailers';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { readReceipt } from '@redress/server/receipts/read-receipt';
import { createReceiptRenderer, type ReceiptRenderer } from '@redress/server/receipts/receipt-renderer';
import { sendReceipt } from '@redress/server/receipts/send-receipt';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Browser, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { partsOf, startMailServer } from '../../setup/mail-server.ts';
import { hasPdfToText } from '../../setup/pdf-to-text.ts';
import { companyAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { editRows } from '../../setup/test-database.ts';
import { beforeDeadline, keys, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';
import { checkedPurchases } from '../data-checks/data-report.ts';

/** After July 17, 2025, in New York. */
const afterDeadline = new Date('2025-07-18T16:00:00Z');
const withoutNoticeId = { ...individualAnswers, noticeId: '' };
const pdf = { name: 'receipt.pdf', bytes: Buffer.from('%PDF-1.7\nreceipt\n') };

type ClaimFiled = Extract<HistoryEvent, { kind: 'claim-filed' }>;

let server: TestServer;
let opened: OpenedDatabase;
let receiptRenderer: ReceiptRenderer;
let consumer: Browser;
let guest: Browser;
let guestInSpanish: Browser;

beforeAll(async () => {
  server = await startTestServer();
  opened = openDatabase(server.connectionString, () => {});
  receiptRenderer = createReceiptRenderer();
  consumer = await logInBrowser(server.app, memberOf(0));
  guest = await openForm(server.app);
  guestInSpanish = new Browser(server.app, undefined, 'es');
  await guestInSpanish.session();
});
afterEach(() => {
  server.now = beforeDeadline;
});
afterAll(async () => {
  await receiptRenderer.close();
  await opened.close();
  await server.close();
});

/** What the completion page is told about a claim. */
async function statusOf(browser: Browser, number: string) {
  const { status, text } = await browser.send('GET', `/api/claims/${number}/data-checks`);
  expect(status).toBe(200);
  const body: DataChecks = JSON.parse(text);
  return body.status;
}
/** The same at the time of the test, when the tab's token has expired long ago. */
async function statusNow(number: string) {
  const found = await readClaimStatus({ database: opened.database, settlement, now: () => server.now }, number);
  if (!found) throw new Error('There is no claim');
  return found.status;
}
const markReceipt = (number: string, outcome: 'sent' | 'refused') =>
  server.query(
    'update outbox set done_at = now(), outcome = $2 from claims where claims.id = claim_id and number = $1',
    [number, outcome],
  );
const receiptOf = async (number: string) => {
  const receipt = await readReceipt({ database: opened.database, settlement }, number, server.now);
  if (!receipt) throw new Error('There is no receipt');
  return receipt.content;
};
/** The text of the receipt’s email, sent as its job would. */
async function mailOf(number: string) {
  const mail = await startMailServer();
  const mailer = createSmtpMailer(mail.url);
  const [row] = await server.query<{ id: string }>(
    'select outbox.id from outbox join claims on claims.id = claim_id where number = $1',
    [number],
  );
  const context = { database: opened.database, settlement, isScanned: false, receiptRenderer, mailer };
  const from = { name: '', address: 'no-reply@example.com' };
  const publicUrl = new URL('https://claims.example.com');
  await sendReceipt({ ...context, from, publicUrl, now: () => server.now }, row?.id ?? '');
  mailer.close();
  await mail.stop();
  const parts = partsOf(mail.received[0]?.raw ?? '').map(({ bytes }) =>
    bytes.toString('utf8').replaceAll('\r\n', '\n'),
  );
  return { text: parts[0] ?? '', html: parts[1] ?? '' };
}

describe('the case and the reference number of a claim', () => {
  test('are those of the form that was filed', async () => {
    const numbers = [
      (await consumer.fileClaim()).body.claimNumber,
      (await fileTpp(guest, companyAnswers)).body.claimNumber,
      (await fileIndividual(guest, individualAnswers)).body.claimNumber,
    ] as const;
    const found = [
      await statusOf(consumer, numbers[0]),
      await statusOf(guest, numbers[1]),
      await statusOf(guest, numbers[2]),
    ];
    expect(found.map(({ reference, settlement: name }) => [reference, name])).toEqual([
      [`11416REF${numbers[0]}`, 'Antidepressant Antitrust Settlement'],
      [`11415REF${numbers[1]}`, 'Antidepressant Antitrust Settlement'],
      [`11416REF${numbers[2]}`, 'Savings Club Settlement'],
    ]);
  });
});

describe('what is still due', () => {
  test('is nothing for a consumer, and for an individual with a Notice ID and a small estimate', async () => {
    const number = (await consumer.fileClaim()).body.claimNumber;
    expect(await statusOf(consumer, number)).toMatchObject({ due: [] });
    const other = (await fileIndividual(guest, individualAnswers)).body.claimNumber;
    const status = await statusOf(guest, other);
    expect(status.due).toEqual([]);
    expect(status).not.toHaveProperty('sending');
  });

  test('is proof for an individual without a Notice ID, by the deadline, to the address of that case, until it arrives', async () => {
    server.now = new Date('2025-04-01T12:00:00Z');
    const number = (await fileIndividual(guest, withoutNoticeId)).body.claimNumber;
    const { due, sending } = await statusOf(guest, number);
    expect(due).toEqual([expect.stringMatching(/^Proof of what you paid/)]);
    expect(sending?.text).toContain('postmarked by April 17, 2025');
    expect(sending?.text).toContain(`Write 11416REF${number} on every page.`);
    expect(sending?.address).toEqual([
      'Savings Club Settlement',
      'c/o Settlement Administrator',
      'P.O. Box 99901',
      'Exampleville, NY 00000',
    ]);
    await guest.upload(number, [pdf], 'IndividualClaimants');
    expect((await statusOf(guest, number)).due).toEqual([]);
  });

  test('is due as soon as possible when the deadline is over', async () => {
    server.now = afterDeadline;
    const number = (await fileIndividual(guest, withoutNoticeId)).body.claimNumber;
    const { sending } = await statusOf(guest, number);
    expect(sending?.text).toMatch(
      /^The deadline has passed, so please mail copies to this address as soon as you can\./,
    );
    expect(sending?.text).not.toContain('postmarked');
  });

  test('is membership data for every payor, and transaction data from 300,000 dollars on', async () => {
    const large = (await fileTpp(guest, companyAnswers)).body.claimNumber;
    expect((await statusOf(guest, large)).due).toEqual([
      'Your membership data: how many members you had in each state and year.',
      'Your transaction data: every purchase that you claim. We need it because you claim 300,000 dollars or more.',
    ]);
    const small = (await fileTpp(guest, { ...companyAnswers, repealerStateTotalAmountPaid: '299999.99' })).body
      .claimNumber;
    expect((await statusOf(guest, small)).due).toEqual([expect.stringMatching(/^Your membership data/)]);
  });

  test('does not name data that may be in a file that is being checked, and only what the checked file lacks', async () => {
    const number = (await fileTpp(guest, companyAnswers)).body.claimNumber;
    const csv = [{ name: 'purchases.csv', bytes: Buffer.from('a,b\n') }];
    await guest.upload(number, csv, 'TppClaimants');
    expect((await statusOf(guest, number)).due).toEqual([]);
    await server.query(
      `update data_checks set outcome = 'checked', report = $2, finished_at = now()
       from claims where claims.id = claim_id and number = $1`,
      [number, JSON.stringify(checkedPurchases)],
    );
    expect((await statusOf(guest, number)).due).toEqual([expect.stringMatching(/^Your membership data/)]);
  });

  test('names the chosen documents that have not arrived', async () => {
    const token = () => consumer.solveCaptcha();
    const file = async (documentsToFollow: number) =>
      (await consumer.post({ ...goodAnswers, documentsToFollow, googleRecaptchaToken: await token() })).body
        .claimNumber;
    const number = await file(3);
    await consumer.upload(number, [pdf]);
    const { due, sending } = await statusOf(consumer, number);
    expect(due).toEqual([expect.stringMatching(/^You chose 3 documents, and we have received 1\./)]);
    expect(sending?.address[0]).toBe('Antidepressant Antitrust Settlement');
    expect((await statusOf(consumer, await file(1))).due).toEqual([
      'You chose 1 document, and we have not received it. If you still want us to have it, mail us a copy.',
    ]);
  });

  test('is in Spanish on a Spanish page', async () => {
    server.now = afterDeadline;
    const number = (await fileIndividual(guestInSpanish, withoutNoticeId)).body.claimNumber;
    const { due, sending, lateNotice, settlement: name } = await statusOf(guestInSpanish, number);
    expect(name).toBe('Acuerdo del club de ahorros');
    expect(due[0]).toMatch(/^Comprobantes de lo que pagó/);
    expect(sending?.text).toMatch(/^La fecha límite ya pasó\./);
    expect(lateNotice).toBe(
      'Recibimos su reclamo después de la fecha límite, que fue el 17 de abril de 2025. Está marcado como tardío. ' +
        'De todos modos lo revisaremos, pero es posible que el tribunal no autorice el pago.',
    );
  });
});

test('a late claim is told so, and what it means; no other is', async () => {
  const inTime = (await consumer.fileClaim()).body.claimNumber;
  server.now = afterDeadline;
  const late = await logInBrowser(server.app, memberOf(2));
  const number = (await late.fileClaim()).body.claimNumber;
  expect((await statusOf(late, number)).lateNotice).toBe(
    'We received your claim after the deadline, which was July 17, 2025. It is marked late. ' +
      'We will still review it, but the court may not allow payment.',
  );
  expect(await statusNow(inTime)).not.toHaveProperty('lateNotice');
});

describe('the sentence about the emailed receipt', () => {
  test('names the masked address, and follows the mail', async () => {
    const number = (await consumer.fileClaim()).body.claimNumber;
    const receipt = async () => (await statusOf(consumer, number)).receipt;
    expect(await receipt()).toMatch(/^We’re emailing your receipt to j•••@example\.com\./);
    await markReceipt(number, 'sent');
    expect(await receipt()).toMatch(/^We emailed your receipt to j•••@example\.com\./);
    await markReceipt(number, 'refused');
    expect(await receipt()).toMatch(
      /^We tried to email your receipt to j•••@example\.com, but that mailbox refused it\./,
    );
    // Notes about sent receipts are deleted after a month: then nothing is claimed.
    await server.query('delete from outbox using claims where claims.id = claim_id and number = $1', [number]);
    expect(await receipt()).toBeUndefined();
  });

  test('says that there is none without an address', async () => {
    const number = (await consumer.fileClaim({ ...goodAnswers, email: '' })).body.claimNumber;
    expect((await statusOf(consumer, number)).receipt).toMatch(/^You gave no email address/);
  });

  test.each([
    ['jane.doe@example.com', 'j•••@example.com'],
    ['x@a.example', 'x•••@a.example'],
    ['😀a@example.com', '😀•••@example.com'],
    ['"a@b"@example.com', '"•••@example.com'],
    ['no address', '•••'],
  ])('%s is masked as %s', (address, masked) => {
    expect(maskEmail(address)).toBe(masked);
  });
});

describe('what happens next', () => {
  const relief = 'Relief is paid only after court approval and resolution of appeals.';

  // Days in New York. The hearing was on August 19; approval was announced on September 17.
  test.each([
    ['2025-08-20T03:59:00Z', 'The court decides after the hearing on August 19, 2025 at 1:00 pm.'],
    ['2025-08-20T04:00:00Z', 'The hearing was on August 19, 2025. The court has not announced its decision yet.'],
    ['2025-09-17T03:59:00Z', 'The court has not announced its decision yet.'],
    ['2025-09-17T04:00:00Z', 'Final approval was announced on September 17, 2025.'],
  ])('agrees with the home page on %s', async (now, sentence) => {
    const number = (await consumer.fileClaim()).body.claimNumber;
    server.now = new Date(now);
    const { next } = await statusNow(number);
    const payment = next.filter((step) => step.startsWith(relief));
    expect(payment).toEqual([expect.stringContaining(sentence)]);
    expect(next[0]).toMatch(/^We review your claim and may ask/);
    expect(next.at(-1)).toContain('1-800-555-0142');
  });

  test('names no date of the other case', async () => {
    server.now = new Date('2026-01-01T12:00:00Z');
    const number = (await fileIndividual(guest, individualAnswers)).body.claimNumber;
    const { next } = await statusOf(guest, number);
    expect(next.join(' ')).toContain(relief);
    expect(next.join(' ')).not.toMatch(/hearing|20\d\d/);
  });
});

describe('the receipt', () => {
  test('by email and as PDF says the same as the completion page', async () => {
    server.now = afterDeadline;
    const number = (await fileTpp(guest, companyAnswers)).body.claimNumber;
    const { lateNotice = '', due, sending, next } = await statusOf(guest, number);
    const { text: mail, html } = await mailOf(number);
    for (const [index, step] of next.entries()) expect(mail).toContain(`${index + 1}. ${step}`);
    for (const item of due) expect(mail).toContain(`- ${item}`);
    expect(mail).toContain(lateNotice);
    expect(mail).toContain(`${sending?.text}\n\n${sending?.address.join('\n')}`);
    expect(html.match(/<li /g)).toHaveLength(next.length + due.length);
    if (!hasPdfToText) return;
    const input = await receiptRenderer.render(await receiptOf(number));
    const printed = execFileSync('pdftotext', ['-raw', '-', '-'], { input, encoding: 'utf8' }).replace(/\s+/g, ' ');
    for (const sentence of [lateNotice, ...due, sending?.text ?? '', ...(sending?.address ?? []), ...next])
      expect(printed).toContain(sentence);
  });

  test('says nothing of due documents if none are', async () => {
    const number = (await consumer.fileClaim()).body.claimNumber;
    const { text } = await mailOf(number);
    expect(text).not.toMatch(/still need|Already sent/);
  });

  const rowOf = async (number: string) =>
    (await receiptOf(number)).sections
      .flatMap(({ rows }) => rows)
      .find(({ name }) => name === 'classMemberConfirmation')?.value;

  test('says of an unticked class-member statement that it is not confirmed', async () => {
    const { classMemberConfirmation: _ticked, ...unticked } = goodAnswers;
    expect(await rowOf((await consumer.fileClaim()).body.claimNumber)).toBe('Confirmed');
    expect(await rowOf((await consumer.fileClaim(unticked)).body.claimNumber)).toBe('Not confirmed');
    const spanish = await logInBrowser(server.app, memberOf(1), undefined, 'es');
    expect(await rowOf((await spanish.fileClaim(unticked)).body.claimNumber)).toBe('No confirmado');
  });

  test('says so too for a claim whose summary an earlier release stored with "No", and that claim verifies', async () => {
    const { classMemberConfirmation: _ticked, ...unticked } = goodAnswers;
    const number = (await consumer.fileClaim(unticked)).body.claimNumber;
    await storeAsBefore(number);
    expect(await rowOf(number)).toBe('Not confirmed');
    const issues: string[] = [];
    const store = await openUploadStore(server.documentFolder);
    await verifyClaims({ database: opened.database, store, keys }, (issue) => issues.push(issue));
    expect(issues.filter((issue) => issue.includes(number))).toEqual([]);
  });

  /** Gives a claim the summary and the history of an earlier release. */
  async function storeAsBefore(number: string): Promise<void> {
    const claim = await opened.database
      .selectFrom('claims')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const summary = claim.summary.map((section) => ({
      ...section,
      rows: section.rows.map((row) => (row.value === 'Not confirmed' ? { ...row, value: 'No' } : row)),
    }));
    expect(JSON.stringify(summary)).toContain('"No"');
    const [entry] = await server.query<{ at: Date; details: ClaimFiled['details'] }>(
      'select at, details from claim_history where claim_id = $1',
      [claim.id],
    );
    if (!entry) throw new Error('The claim has no history');
    const recordHash = hashRecord({ ...claim, summary }, keys.answers).toString('hex');
    const details = { ...entry.details, recordHash };
    const { hash } = createEntry(number, entry.at, { kind: 'claim-filed', details });
    await editRows(server.connectionString, 'update claims set summary = $2 where id = $1', [
      claim.id,
      JSON.stringify(summary),
    ]);
    await editRows(server.connectionString, 'update claim_history set details = $2, hash = $3 where claim_id = $1', [
      claim.id,
      JSON.stringify(details),
      hash,
    ]);
  }
});
