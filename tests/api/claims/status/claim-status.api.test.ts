import { settlement } from '@redress/content/settlement';
import type { DataChecks } from '@redress/contract/data-checks';
import { readClaimStatus } from '@redress/server/claims/status/claim-status';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Browser, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { hasPdfToText } from '../../../setup/pdf-to-text.ts';
import { mailReceiptOf, printedReceiptOf, receiptOf } from '../../../setup/receipts.ts';
import { companyAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { beforeDeadline, memberOf, useTestServer } from '../../../setup/test-server.ts';
import { checkedPurchases } from '../documents/data-report.ts';

/** After July 17, 2025, in New York. */
const afterDeadline = new Date('2025-07-18T16:00:00Z');
const withoutNoticeId = { ...individualAnswers, noticeId: '' };
const pdf = { name: 'receipt.pdf', bytes: Buffer.from('%PDF-1.7\nendobj\n%%EOF\nreceipt\n') };

let consumer: Browser;
let guest: Browser;

const server = useTestServer();
beforeAll(async () => {
  consumer = await logInBrowser(server.app, memberOf(0));
  guest = await openForm(server.app);
});
afterEach(() => {
  server.now = beforeDeadline;
});

const numberOf = async (filed: ReturnType<Browser['fileClaim']>): Promise<string> => (await filed).body.claimNumber;
/** Reads the status that the completion page gets for a claim. */
async function statusOf(browser: Browser, number: string) {
  const { status, text } = await browser.send('GET', `/api/claims/${number}/data-checks`);
  expect(status).toBe(200);
  const body: DataChecks = JSON.parse(text);
  return body.status;
}
/** The same at the time of the test, when the tab's token has expired long ago. */
async function statusNow(number: string) {
  const found = await readClaimStatus({ database: server.database, settlement, now: () => server.now }, number);
  if (!found) throw new Error('There is no claim');
  return found.status;
}

describe('what is still due', () => {
  test('is nothing for a consumer, and for an individual with a Notice ID and a small estimate', async () => {
    const one = await numberOf(consumer.fileClaim());
    expect(await statusOf(consumer, one)).toMatchObject({
      reference: `11416REF${one}`,
      settlement: 'Antidepressant Antitrust Settlement',
      due: [],
    });
    const other = await numberOf(fileIndividual(guest, individualAnswers));
    const status = await statusOf(guest, other);
    expect(status).toMatchObject({ reference: `11416REF${other}`, settlement: 'Savings Club Settlement', due: [] });
    expect(status).not.toHaveProperty('sending');
  });

  test('is proof for an individual without a Notice ID, by the deadline or as soon as possible, until it arrives', async () => {
    server.now = new Date('2025-04-01T12:00:00Z');
    const number = await numberOf(fileIndividual(guest, withoutNoticeId));
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
    server.now = afterDeadline;
    const late = (await statusNow(number)).sending?.text;
    expect(late).toMatch(/^The deadline has passed, so please mail copies to this address as soon as you can\./);
    expect(late).not.toContain('postmarked');
    server.now = new Date('2025-04-01T12:00:00Z');
    await guest.upload(number, [pdf], 'IndividualClaimants');
    expect((await statusOf(guest, number)).due).toEqual([]);
  });

  test('is data for every payor that may not be in a file that is being checked, and only what the checked file lacks', async () => {
    const number = await numberOf(fileTpp(guest, companyAnswers));
    expect(await statusOf(guest, number)).toMatchObject({
      reference: `11415REF${number}`,
      due: [
        'Your membership data: how many members you had in each state and year.',
        'Your transaction data: every purchase that you claim. We need it because you claim 300,000 dollars or more.',
      ],
    });
    await guest.upload(number, [{ name: 'purchases.csv', bytes: Buffer.from('a,b\n') }], 'TppClaimants');
    expect((await statusOf(guest, number)).due).toEqual([]);
    await server.query(
      `update data_checks set outcome = 'checked', report = $2, finished_at = now()
       from claims where claims.id = claim_id and number = $1`,
      [number, JSON.stringify(checkedPurchases)],
    );
    expect((await statusOf(guest, number)).due).toEqual([expect.stringMatching(/^Your membership data/)]);
  });

  test('is data for a payor whose only data file has a virus', async () => {
    const number = await numberOf(fileTpp(guest, companyAnswers));
    const { due } = await statusOf(guest, number);
    await guest.upload(number, [{ name: 'purchases.csv', bytes: Buffer.from('a,b\n1,2\n') }], 'TppClaimants');
    expect((await statusOf(guest, number)).due).toEqual([]);
    await server.query(
      `update claim_documents set scan = 'infected', scan_finding = 'Eicar', scanned_at = now()
       from claims where claims.id = claim_id and number = $1`,
      [number],
    );
    await server.query(
      `update data_checks set outcome = 'failed', finished_at = now()
       from claims where claims.id = claim_id and number = $1`,
      [number],
    );
    expect((await statusOf(guest, number)).due).toEqual(due);
  });

  test('names the chosen documents that have not arrived', async () => {
    const number = await numberOf(consumer.fileClaim({ ...goodAnswers, documentsToFollow: 3 }));
    await consumer.upload(number, [pdf]);
    const { due, sending } = await statusOf(consumer, number);
    expect(due).toEqual([expect.stringMatching(/^You chose 3 documents, and we have received 1\./)]);
    expect(sending?.address[0]).toBe('Antidepressant Antitrust Settlement');
    const other = await numberOf(consumer.fileClaim({ ...goodAnswers, documentsToFollow: 1 }));
    expect((await statusOf(consumer, other)).due).toEqual([
      'You chose 1 document, and we have not received it. If you still want us to have it, mail us a copy.',
    ]);
  });

  test('is in Spanish on a Spanish page, like the note that the claim is late', async () => {
    server.now = afterDeadline;
    const spanish = new Browser(server.app, undefined, 'es');
    await spanish.session();
    const number = await numberOf(fileIndividual(spanish, withoutNoticeId));
    const { due, sending, lateNotice, settlement: name } = await statusOf(spanish, number);
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
  const inTime = await numberOf(consumer.fileClaim());
  server.now = afterDeadline;
  const late = await logInBrowser(server.app, memberOf(2));
  expect((await statusOf(late, await numberOf(late.fileClaim()))).lateNotice).toBe(
    'We received your claim after the deadline, which was July 17, 2025. It is marked late. ' +
      'We will still review it, but the court may not allow payment.',
  );
  expect(await statusNow(inTime)).not.toHaveProperty('lateNotice');
});

describe('the sentence about the emailed receipt', () => {
  test('names the masked address, and follows the mail', async () => {
    const number = await numberOf(consumer.fileClaim());
    const receipt = async () => (await statusOf(consumer, number)).receipt;
    const mark = (outcome: 'sent' | 'refused') =>
      server.query(
        'update receipt_outbox set done_at = now(), outcome = $2 from claims where claims.id = claim_id and number = $1',
        [number, outcome],
      );
    expect(await receipt()).toMatch(/^We’re emailing your receipt to j•••@example\.com\./);
    await mark('sent');
    expect(await receipt()).toMatch(/^We emailed your receipt to j•••@example\.com\./);
    await mark('refused');
    expect(await receipt()).toMatch(
      /^We tried to email your receipt to j•••@example\.com, but that mailbox refused it\./,
    );
    // Notes about sent receipts are deleted after a month: then nothing is claimed.
    await server.query('delete from receipt_outbox using claims where claims.id = claim_id and number = $1', [number]);
    expect(await receipt()).toBeUndefined();
    const without = await numberOf(consumer.fileClaim({ ...goodAnswers, email: '' }));
    expect((await statusOf(consumer, without)).receipt).toMatch(/^You gave no email address/);
  });
});

describe('what happens next', () => {
  const relief = 'Relief is paid only after court approval and resolution of appeals.';

  test('agrees with the home page on any day', async () => {
    const number = await numberOf(consumer.fileClaim());
    // Days in New York. The hearing was on August 19; approval was announced on September 17.
    for (const [now, sentence] of [
      ['2025-08-20T03:59:00Z', 'The court decides after the hearing on August 19, 2025 at 1:00\u00a0pm.'],
      ['2025-08-20T04:00:00Z', 'The hearing was on August 19, 2025. The court has not announced its decision yet.'],
      ['2025-09-17T03:59:00Z', 'The court has not announced its decision yet.'],
      ['2025-09-17T04:00:00Z', 'Final approval was announced on September 17, 2025.'],
    ] as const) {
      server.now = new Date(now);
      const { next } = await statusNow(number);
      expect(next.filter((step) => step.startsWith(relief))).toEqual([expect.stringContaining(sentence)]);
      expect(next[0]).toMatch(/^We review your claim and may ask/);
      expect(next.at(-1)).toContain('1-800-555-0142');
    }
  });

  test('names no date of the other case', async () => {
    server.now = new Date('2026-01-01T12:00:00Z');
    const { next } = await statusNow(await numberOf(fileIndividual(guest, individualAnswers)));
    expect(next.join(' ')).toContain(relief);
    expect(next.join(' ')).not.toMatch(/hearing|20\d\d/);
  });
});

describe('the receipt', () => {
  test('by email and as PDF says the same as the completion page', async () => {
    server.now = afterDeadline;
    const number = await numberOf(fileTpp(guest, companyAnswers));
    const { lateNotice = '', due, sending, next } = await statusOf(guest, number);
    const { text = '', html = '' } = (await mailReceiptOf(server, number)).mail ?? {};
    for (const [index, step] of next.entries()) expect(text).toContain(`${index + 1}. ${step}`);
    for (const item of due) expect(text).toContain(`- ${item}`);
    expect(text).toContain(lateNotice);
    expect(text).toContain(`${sending?.text}\n\n${sending?.address.join('\n')}`);
    expect(html.match(/<li /g)).toHaveLength(next.length + due.length);
    if (!hasPdfToText) return;
    const printed = await printedReceiptOf(server, number);
    for (const sentence of [lateNotice, ...due, sending?.text ?? '', ...(sending?.address ?? []), ...next])
      // The text of a PDF has plain spaces.
      expect(printed).toContain(sentence.replaceAll('\u00a0', ' '));
    // A typical claim has a receipt of one page, even a late one of a payor with all of this.
    expect(printed).toContain('Page 1 of 1');
  });

  test('says nothing of due documents if none are', async () => {
    const { mail } = await mailReceiptOf(server, await numberOf(consumer.fileClaim()));
    expect(mail?.text).toContain('1-800-555-0142');
    expect(mail?.text).not.toMatch(/still need|already sent/);
  });

  test('says of an unticked class-member statement that it is not confirmed', async () => {
    const { classMemberConfirmation: _ticked, ...unticked } = goodAnswers;
    const rowOf = async (number: string) =>
      (await receiptOf(server, number)).sections
        .flatMap(({ rows }) => rows)
        .find(({ name }) => name === 'classMemberConfirmation')?.value;
    expect(await rowOf(await numberOf(consumer.fileClaim()))).toBe('Confirmed');
    expect(await rowOf(await numberOf(consumer.fileClaim(unticked)))).toBe('Not confirmed');
    const spanish = await logInBrowser(server.app, memberOf(1), undefined, 'es');
    expect(await rowOf(await numberOf(spanish.fileClaim(unticked)))).toBe('No confirmado');
  });
});
