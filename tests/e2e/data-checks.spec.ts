import type { DataChecks } from '@redress/contract/data-checks';
import type { Page } from '@playwright/test';
import { expect, test } from './members.ts';
import { expectAccessible } from './axe.ts';

const rows = [
  'TPP Name,NDC or Drug Name,Fill or Purchase Date,State of Purchase,State of Insured,Amount Paid',
  'Harborview Health Plan,99999-0833-21,06/20/2009,Arizona,Arizona,100.10',
  'Harborview Health Plan,99999083321,2010-02-03,NY,NY,"$1,000.2"',
  'Harborview Health Plan,99999-0833-21,02/30/2010,Arizona,Arizona,7',
].join('\n');

const answers = {
  optSectionRadio: 'Company',
  healthPlanCompanyName: 'Harborview Health Plan',
  contactName: 'Maria Ortiz',
  street1: '400 Harbor Way',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  phone1: '6175550111',
  tin: '123456789',
  companyHealthType: 'Self-insured health and welfare fund',
  repealerStateTotalAmountPaid: '412500.75',
  classMemberConfirmation: true,
  signature: 'Maria Ortiz',
  positionTitle: 'Claims Director',
};

/**
 * Files a claim with a data file as the form's script would, and stores what the completion page
 * reads.
 */
async function file(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(
    async ({ answers: body, text }) => {
      await fetch('/api/session');
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'x-xsrf-token': token };
      const filed = await fetch('/api/TppClaimants', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const read: (json: string) => Readonly<Record<string, string>> = JSON.parse;
      const { claimNumber, dateCreated, receiptToken } = read(await filed.text());
      const documents = new FormData();
      documents.append('files', new Blob([text]), 'purchases.csv');
      await fetch(`/api/TppClaimants/SubmitDocuments?claimnumber=${claimNumber}`, {
        method: 'POST',
        headers,
        body: documents,
      });
      sessionStorage.setItem('claimant', JSON.stringify({ claimNumber, dateCreated }));
      sessionStorage.setItem(`receipt:${claimNumber}`, JSON.stringify(receiptToken));
    },
    { answers, text: rows },
  );
}

const languages = {
  '/tpp-complete': {
    heading: 'Your files',
    result: '2 rows of purchases count: $1,100.30. 1 row has errors and does not count as it stands.',
    done: 'We have checked your files. It needs another look.',
    late: 'It is marked late.',
    documents: 'We received 1 document with your claim.',
  },
  '/es/tpp-complete': {
    heading: 'Sus archivos',
    result: 'Cuentan 2 filas de compras: $1,100.30. 1 fila tiene errores y así no cuenta.',
    done: 'La revisión de sus archivos ha terminado. Hay que volver a mirarlo.',
    late: 'Está marcado como tardío.',
    documents: 'Recibimos 1 documento con su reclamo.',
  },
} as const;

for (const [path, messages] of Object.entries(languages)) {
  test(`${path} shows the result of a data file, that the claim is late and how many documents arrived`, async ({
    page,
  }) => {
    await file(page, path);
    await page.goto(path);
    const section = page.getByRole('region', { name: messages.heading });
    await expect(page.getByRole('status')).toHaveText(messages.done, { timeout: 20_000 });
    await expect(section.getByRole('heading', { level: 3, name: 'purchases.csv' })).toBeVisible();
    await expect(section).toContainText(messages.result);
    await expect(section).toContainText('@settlement.example.com');
    for (const text of [messages.late, messages.documents]) await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page);
  });
}

/** Runs in the browser: stores the state after filing a claim. */
const storeClaimState = () =>
  sessionStorage.setItem(
    'claimant',
    JSON.stringify({ claimNumber: '1234567897', dateCreated: '2025-07-18T03:30:00Z' }),
  );
const checks = (state: 'waiting' | 'checked'): DataChecks => ({
  late: false,
  documents: 1,
  status: { reference: '11415REF1234567897', settlement: 'Invented', due: [], next: ['We review it.'] },
  files: [{ name: 'purchases.csv', state, message: `It is ${state}.`, findings: [] }],
  review: [],
});

test(
  'the page polls after one second, two, four … until the check is done, even over an unreliable connection',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(storeClaimState);
    const asked: number[] = [];
    await page.route('**/data-checks', async (route) => {
      asked.push(Date.now());
      if (asked.length === 2) await route.abort();
      else await route.fulfill({ json: checks(asked.length < 4 ? 'waiting' : 'checked') });
    });
    await page.goto('/tpp-complete');
    const status = page.getByRole('status');
    await expect(status).toHaveText(/^We are checking 1 file\./);
    await expect(status).toHaveText('We have checked your files.', { timeout: 30_000 });
    const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
    // A busy machine is late, never early.
    expect(pauses.map((pause, index) => pause >= 950 * 2 ** index)).toEqual([true, true, true]);
    await page.waitForTimeout(2_000);
    expect(asked).toHaveLength(4);
  },
);

test('after half an hour the page stops polling, and says where the result will be', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(storeClaimState);
  await page.route('**/data-checks', (route) => route.fulfill({ json: checks('waiting') }));
  await page.goto('/tpp-complete');
  const status = page.getByRole('status');
  await expect(status).toHaveText(/^We are checking 1 file\./);
  await page.clock.fastForward('31:00');
  await expect(status).toHaveText(/^The check takes longer than usual\. Your receipt will have the result\./);
});

test('a claim of another browser keeps its number on the page, without a prefix that may be wrong, and is requested once', async ({
  page,
}) => {
  await page.addInitScript(storeClaimState);
  const asked: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/data-checks')) asked.push(response.status());
  });
  await page.goto('/tpp-complete');
  // Without the server, its prefix is not known: it may be the claim of another form.
  await expect(page.locator('.reference')).toHaveText('1234567897');
  await expect.poll(() => asked).toEqual([403]);
  await page.waitForTimeout(2_500);
  expect(asked).toEqual([403]);
  await expect(page.getByRole('region', { name: 'Your files' })).toHaveCount(0);
});
