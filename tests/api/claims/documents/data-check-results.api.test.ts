import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { describe, expect, test } from 'vitest';
import { checkedPurchases } from './data-report.ts';
import { hasPdfToText } from '../../../setup/pdf-to-text.ts';
import { mailReceiptOf, printedReceiptOf, receiptOf } from '../../../setup/receipts.ts';
import { companyAnswers } from '../../../setup/sample-claims.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { claimNumberIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';

const site = useNoScriptSite();

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

const messages = {
  en: {
    waiting: 'We have this file and are checking it.',
    done: '1,000 rows of purchases count: $412,500.75. 12 rows have errors and don’t count yet.',
  },
  es: {
    waiting: 'Tenemos este archivo y lo estamos revisando.',
    done: 'Cuentan 1,000 filas de compras: $412,500.75. 12 filas tienen errores y todavía no cuentan.',
  },
} as const;

test('the result of a data check is on the completion page that the server renders, in the language of the claim', async () => {
  const { browser, location, number } = await file('/es');
  await browser.send('GET', location);
  const waiting = { name: 'purchases.csv', state: 'waiting', message: messages.es.waiting };
  expect(site.pageRenderer.last.complete).toMatchObject({
    claimNumber: number,
    documents: 1,
    dataChecks: { files: [waiting], review: [] },
  });
  await finish(number);
  await browser.send('GET', location);
  const counts = { rows: 1_012, amount: '412500.7500', errors: 12, warnings: 40 };
  expect(site.pageRenderer.last.complete).toMatchObject({
    dataChecks: {
      files: [{ state: 'checked', message: messages.es.done, ...counts }],
      review: [dataMessages.es.review({ code: 'membership-due' })],
      mending: expect.stringContaining('@settlement.example.com'),
    },
  });
});

test.skipIf(!hasPdfToText)('it is on the receipt as far as it is known', async () => {
  const { number } = await file('/es');
  const start = 'Revisión de sus archivos purchases.csv';
  expect(await printedReceiptOf(site.server, number)).toContain(`${start} ${messages.es.waiting}`);
  await finish(number);
  const { titles, review } = dataMessages.es;
  const text = await printedReceiptOf(site.server, number);
  expect(text).toContain(`${start} ${messages.es.done} ${titles['date-unreadable']} (12): `);
  expect(text).toContain(`${titles['amount-zero']} (40): `);
  expect(text).toContain(review({ code: 'membership-due' }));
});

test('a claim without data files does not mention them', async () => {
  const browser = new NoScriptBrowser(site.server.app);
  const { headers } = await browser.postForm('/tpp-claimants', companyAnswers, { action: 'submit' });
  const location = String(headers['location']);
  await browser.send('GET', location);
  expect(site.pageRenderer.last.complete).not.toHaveProperty('dataChecks');
  expect((await receiptOf(site.server, claimNumberIn(location))).dataFiles).toBeUndefined();
});

describe('the receipt by email', () => {
  /** Sends a claim's receipt as its job would, a few minutes after filing. */
  async function send(number: string, minutes: number) {
    const now = new Date(site.server.now.getTime() + minutes * 60_000);
    const { outcome, mail } = await mailReceiptOf(site.server, number, now);
    return { outcome, text: mail?.text };
  }

  test('waits for a running check and for a resumable upload, which are no failed attempts, and then has the result', async () => {
    const { number } = await file();
    const waiting = { outcome: { waitSeconds: 15 }, text: undefined };
    expect(await send(number, 3)).toEqual(waiting);
    await finish(number);
    await site.server.query(
      `insert into uploads (id, claim_id, name, size, created_at)
       select gen_random_uuid(), id, 'large.csv', 100, now() from claims where number = $1`,
      [number],
    );
    expect(await send(number, 3)).toEqual(waiting);
    await site.server.query("delete from uploads where name = 'large.csv'");
    const sent = await send(number, 4);
    expect(sent.outcome).toBe('done');
    expect(sent.text).toContain(`purchases.csv: ${messages.en.done}`);
    // Findings are in the PDF only, and the email says so.
    expect(sent.text).toContain('The attached PDF says what to check in your files.');
    expect(sent.text).not.toContain(dataMessages.en.titles['date-unreadable']);
  });

  test('goes out after ten minutes at the latest, and says that the file is still being checked', async () => {
    const { outcome, text } = await send((await file('/es')).number, 10);
    expect(outcome).toBe('done');
    expect(text).toContain(`purchases.csv: ${messages.es.waiting}`);
  });
});
