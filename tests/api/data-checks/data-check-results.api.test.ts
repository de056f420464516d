import { settlement } from '@redress/content/settlement';
import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { openDatabase, type OpenedDatabase } from '@redress/server/database/pool';
import { createSmtpMailer } from '@redress/server/mail/mailers';
import { readReceipt } from '@redress/server/receipts/read-receipt';
import { createReceiptRenderer, type ReceiptRenderer } from '@redress/server/receipts/receipt-renderer';
import { sendReceipt } from '@redress/server/receipts/send-receipt';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkedPurchases } from './data-report.ts';
import { partsOf, startMailServer } from '../../setup/mail-server.ts';
import { hasPdfToText } from '../../setup/pdf-to-text.ts';
import { companyAnswers } from '../../setup/sample-claims.ts';
import { type NoScriptSite, startNoScriptSite } from '../../setup/no-script-site.ts';
import { claimNumberIn, NoScriptBrowser } from '../../setup/no-script-browser.ts';

const minute = 60_000;
let site: NoScriptSite;
let opened: OpenedDatabase;
let receiptRenderer: ReceiptRenderer;

beforeAll(async () => {
  site = await startNoScriptSite();
  opened = openDatabase(site.server.connectionString, () => {});
  receiptRenderer = createReceiptRenderer();
});
afterAll(async () => {
  await receiptRenderer.close();
  await opened.close();
  await site.close();
});

/** A claim filed without JavaScript, with its data file. */
async function file(prefix = '') {
  const browser = new NoScriptBrowser(site.server.app);
  const { status, headers } = await browser.postForm(`${prefix}/tpp-claimants`, companyAnswers, {
    action: 'submit',
    files: [{ name: 'purchases.csv', bytes: Buffer.from('a,b\n') }],
  });
  expect(status).toBe(303);
  const location = String(headers['location']);
  return { browser, location, number: claimNumberIn(location) };
}
/** Stores a result as the check would. */
const finish = (number: string, checked: unknown = checkedPurchases) =>
  site.server.query(
    `update data_checks set outcome = 'checked', report = $2, finished_at = now()
     from claims where claims.id = claim_id and number = $1`,
    [number, JSON.stringify(checked)],
  );
const receiptOf = async (number: string) => {
  const receipt = await readReceipt({ database: opened.database, settlement }, number, site.server.now);
  if (!receipt) throw new Error('There is no receipt');
  return receipt;
};

const messages = {
  en: {
    waiting: 'We have this file and are checking it.',
    done: '1,000 rows of purchases count: $412,500.75. 12 rows have errors and do not count as they stand.',
    heading: 'Check of your files',
  },
  es: {
    waiting: 'Tenemos este archivo y lo estamos revisando.',
    done: 'Cuentan 1,000 filas de compras: $412,500.75. 12 filas tienen errores y así no cuentan.',
    heading: 'Revisión de sus archivos',
  },
} as const;

describe.each([
  ['en', ''],
  ['es', '/es'],
] as const)('the result of a data check, in %s', (language, prefix) => {
  const expected = messages[language];

  test('is on the completion page that the server renders', async () => {
    const { browser, location, number } = await file(prefix);
    await browser.send('GET', location);
    expect(site.pageRenderer.last.complete).toMatchObject({
      claimNumber: number,
      documents: 1,
      dataChecks: { files: [{ name: 'purchases.csv', state: 'waiting', message: expected.waiting }], review: [] },
    });
    await finish(number);
    await browser.send('GET', location);
    const review = dataMessages[language].review({ code: 'membership-due' });
    expect(site.pageRenderer.last.complete).toMatchObject({
      dataChecks: {
        files: [
          { state: 'checked', message: expected.done, rows: 1_012, amount: '412500.7500', errors: 12, warnings: 40 },
        ],
        review: [review],
        mending: expect.stringContaining('@settlement.example.com'),
      },
    });
  });

  test.skipIf(!hasPdfToText)('is on the receipt as far as it is known', async () => {
    const { number } = await file(prefix);
    const read = async () =>
      execFileSync('pdftotext', ['-raw', '-', '-'], {
        input: await receiptRenderer.render((await receiptOf(number)).content),
        encoding: 'utf8',
      }).replace(/\s+/g, ' ');
    expect(await read()).toContain(`${expected.heading} purchases.csv ${expected.waiting}`);
    await finish(number);
    const { titles, review } = dataMessages[language];
    const text = await read();
    expect(text).toContain(`${expected.heading} purchases.csv ${expected.done} ${titles['date-unreadable']} (12): `);
    expect(text).toContain(`${titles['amount-zero']} (40): `);
    expect(text).toContain(review({ code: 'membership-due' }));
  });
});

test('a claim without data files does not mention them', async () => {
  const browser = new NoScriptBrowser(site.server.app);
  const { headers } = await browser.postForm('/tpp-claimants', companyAnswers, { action: 'submit' });
  const location = String(headers['location']);
  await browser.send('GET', location);
  expect(site.pageRenderer.last.complete).not.toHaveProperty('dataChecks');
  expect((await receiptOf(claimNumberIn(location))).content.dataFiles).toBeUndefined();
});

describe('the receipt by email', () => {
  /** Sends a claim's receipt as its job would, `later` milliseconds after filing. */
  async function send(number: string, later: number) {
    const mail = await startMailServer();
    const mailer = createSmtpMailer(mail.url);
    const [row] = await site.server.query<{ id: string }>(
      'select outbox.id from outbox join claims on claims.id = claim_id where number = $1',
      [number],
    );
    const now = () => new Date(site.server.now.getTime() + later);
    const context = {
      database: opened.database,
      settlement,
      isScanned: false,
      receiptRenderer,
      mailer,
      now,
    };
    const outcome = await sendReceipt(
      {
        ...context,
        from: { name: '', address: 'no-reply@example.com' },
        publicUrl: new URL('https://claims.example.com'),
      },
      row?.id ?? '',
    );
    mailer.close();
    await mail.stop();
    return { outcome, text: mail.received[0] && partsOf(mail.received[0].raw)[0]?.bytes.toString('utf8') };
  }

  test('waits for a running check, which is not a failed attempt, and then has its result', async () => {
    const { number } = await file();
    const waiting = await send(number, 3 * minute);
    expect(waiting).toEqual({ outcome: { waitSeconds: 15 }, text: undefined });
    await finish(number);
    const sent = await send(number, 4 * minute);
    expect(sent.outcome).toBe('done');
    expect(sent.text).toContain(`purchases.csv: ${messages.en.done}`);
    // Findings are in the PDF only.
    expect(sent.text).not.toContain(dataMessages.en.titles['date-unreadable']);
  });

  test('waits for a resumable upload', async () => {
    const { number } = await file();
    await finish(number);
    await site.server.query(
      `insert into uploads (id, claim_id, name, size, created_at)
       select gen_random_uuid(), id, 'large.csv', 100, now() from claims where number = $1`,
      [number],
    );
    expect((await send(number, 3 * minute)).outcome).toEqual({ waitSeconds: 15 });
    await site.server.query("delete from uploads where name = 'large.csv'");
    expect((await send(number, 4 * minute)).outcome).toBe('done');
  });

  test('goes out after ten minutes at the latest, and says that the file is still being checked', async () => {
    const { number } = await file('/es');
    const { outcome, text } = await send(number, 10 * minute);
    expect(outcome).toBe('done');
    expect(text).toContain(`purchases.csv: ${messages.es.waiting}`);
  });
});
