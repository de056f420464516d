import type { Locator, Page } from '@playwright/test';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';
import { readXlsx } from 'hucre/xlsx';
import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { submit } from './consumer.ts';
import { downloadBy } from './download.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { control, fillCompany, fillPurchasesAndSignature, openTppForm, readTppClaimNumber } from './tpp.ts';

/** A busy server checks later, and the page asks less and less often. */
const checked = { timeout: 200_000 };

const choose = (page: Page, ...files: Parameters<Locator['setInputFiles']>) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(...files);
const panel = (page: Page, file: string) => page.getByRole('region', { name: `Check of ${file}` });
/** The summary line of a file. */
const summary = (page: Page, file: string) => panel(page, file).locator('.data-summary').first();

/** A text file of purchases as a payor may send it, one line for each row. */
function purchases(rows: readonly string[], name = 'purchases.txt') {
  const header = 'TPP Name|NDC|Fill Date|State of Purchase|State of Insured|Amount Paid';
  return { name, mimeType: 'text/plain', buffer: Buffer.from([header, ...rows, ''].join('\r\n')) };
}
const membership = {
  name: 'membership.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('TPP Name,Year,State,Members\r\nHarborview Health Plan,2009,Massachusetts,1200\r\n'),
};
const good = (date: string, amount: string) =>
  `Harborview Health Plan|99999-0833-21|${date}|Massachusetts|Ohio|${amount}`;
const messy = purchases([
  good('06/14/2008', '$1,000.10'),
  good('02/30/2009', '250.00'),
  good('07/01/2009', '99.9025'),
  'Harborview Health Plan|99999-0833-21|07/02/2009|Texas|Ohio|75.00',
]);

test(
  'a payor sees at once which rows of a messy file to fix, and files the fixed file',
  { tag: '@phone' },
  async ({ page }) => {
    await openTppForm(page);
    await fillCompany(page);
    await fillPurchasesAndSignature(page, '400000');
    await expect(page.getByText('Membership data is due with this claim')).toBeVisible();
    const reader = page.waitForEvent('worker');
    await choose(page, messy);
    expect((await reader).url(), 'the page stays responsive while a file is read').toContain('/check-worker');
    const check = panel(page, 'purchases.txt');
    await expect(summary(page, 'purchases.txt')).toContainText('2 of 4 rows need fixing.');
    // 1000.10 + 99.9025
    await expect(summary(page, 'purchases.txt')).toContainText('The rest comes to $1,100.0025.');
    await expectAccessible(page);

    await check.getByRole('button', { name: 'Show places: ' }).first().click();
    await expect(check.getByText('“02/30/2009” is not a date.')).toBeVisible();
    await expectAccessible(page);
    const download = await downloadBy(page, check.getByRole('button', { name: 'Download what to fix (Excel)' }));
    expect(download.suggestedFilename()).toBe('to fix - purchases.xlsx');
    const { sheets } = await readXlsx(readFileSync(await download.path()));
    const toMend = sheets[0]?.rows.map((row) => row.map(String)) ?? [];
    expect(toMend.slice(1).map((row) => row.slice(2, 4))).toEqual([
      ['02/30/2009', 'Massachusetts'],
      ['07/02/2009', 'Texas'],
    ]);

    await page.getByRole('button', { name: 'Remove purchases.txt' }).click();
    await expect(check).toBeHidden();
    await choose(page, [
      purchases([good('06/14/2008', '$1,000.10'), good('07/01/2009', '99.9025')], 'fixed.txt'),
      membership,
    ]);
    await expect(summary(page, 'fixed.txt')).toContainText('All 2 rows can be counted.');
    await expect(summary(page, 'membership.csv')).toContainText('The 1 row can be counted.');
    await expect(page.getByText('Membership data is due with this claim')).toBeHidden();
    await page.getByRole('button', { name: 'Use this amount' }).click();
    await expect(control(page, 'Total amount paid, in dollars')).toHaveValue('1100.0025');

    await submit(page);
    const claim = await readTppClaimNumber(page);
    await expect(page.getByRole('status')).toHaveText('We have checked your files.', checked);
    await expect(page.getByRole('heading', { level: 3, name: 'fixed.txt' })).toBeVisible();
    await expect(page.getByText('2 rows of purchases count: $1,100.0025.')).toBeVisible(checked);
    for (const text of ['It is marked late.', 'We received 2 documents with your claim.'])
      await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page);
    const [stored] = await query<{ amount: string; report: CheckedFile }>(
      `select c.amount::text, k.report from claims c join data_checks k on k.claim_id = c.id
       join claim_documents d on d.id = k.document_id where c.number = $1 and d.name = 'fixed.txt'`,
      [claim],
    );
    expect(stored?.amount).toBe('1100.0025');
    expect(stored?.report.outcome === 'checked' && stored.report.report.purchases?.counted).toEqual({
      rows: 2,
      amount: '1100.0025',
    });
  },
);

test('the filer corrects misread columns and dates, and the server reads them that way too', async ({ page }) => {
  await openTppForm(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page, '1500');
  await choose(page, {
    name: 'own.txt',
    mimeType: 'text/plain',
    // Unknown column names.
    buffer: Buffer.from(
      'a1|b2|c3|d4|e5|f6\r\n118.40|Harborview Health Plan|06/07/2009|99999-0833-21|Maine|Ohio\r\n31.60|Harborview Health Plan|08/09/2009|99999-0833-21|Maine|Ohio\r\n',
    ),
  });
  const check = panel(page, 'own.txt');
  await expect(summary(page, 'own.txt')).toHaveText('We treat this file as a document.');
  await check.getByText('This file is data').click();
  await expectAccessible(page);
  await check.getByLabel('What is in it').selectOption('purchases');
  const columns = [
    'Amount paid',
    'TPP name',
    'Fill or purchase date',
    'NDC or drug name',
    'State of purchase',
    'State of the insured',
  ];
  for (const [index, name] of columns.entries())
    await check.getByLabel(name, { exact: true }).selectOption(String(index));
  await check.getByLabel('How dates are written').selectOption('day-first');
  await check.getByRole('button', { name: 'Check again with these columns' }).click();
  await expect(check.getByText('Day first (DD/MM/YYYY). You chose this.')).toBeVisible();
  await expect(summary(page, 'own.txt')).toContainText('All 2 rows can be counted. The data comes to $150.00.');

  await submit(page);
  const claim = await readTppClaimNumber(page);
  await expect(page.getByText('2 rows of purchases count: $150.00.')).toBeVisible(checked);
  const [stored] = await query<{ chosen: ChosenTable[] }>(
    'select k.chosen from claims c join data_checks k on k.claim_id = c.id where c.number = $1',
    [claim],
  );
  expect(stored?.chosen[0]).toMatchObject({
    table: 0,
    kind: 'purchases',
    columns: { amount: 0, payor: 1 },
    dates: 'day-first',
  });
});

test('an ambiguous amount column is asked about, and the server reads it as the filer says', async ({ page }) => {
  await openTppForm(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page, '16234');
  const amounts = ['1.234', '12.500', '500', '2.000'];
  // Day first: the 25th of a month proves it.
  const days = ['25/06/2009', '01/02/2009', '02/02/2009', '03/12/2009'];
  await choose(
    page,
    purchases(
      amounts.map((amount, index) => good(days[index] ?? '', amount)),
      'puntos.txt',
    ),
  );
  const check = panel(page, 'puntos.txt');
  await expect(summary(page, 'puntos.txt')).toContainText('3 of 4 rows need fixing.');
  await expect(summary(page, 'puntos.txt')).toContainText('Some numbers can be read in two ways.');
  await expect(check.getByText('Day first (DD/MM/YYYY). 1 value can be read only this way.')).toBeVisible();
  const question = check.getByRole('group', { name: 'What is “1.234” in this file?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await expect(question.getByRole('button', { name: '“1.234” is between 1 and 2: $1.234' })).toBeVisible();
  await question.getByRole('button', { name: '“1.234” is a thousand or more: $1,234.00' }).press('Enter');
  // 1234 + 12500 + 500 + 2000
  await expect(summary(page, 'puntos.txt')).toContainText('The data comes to $16,234.00.');
  await expect(question).toBeHidden();
  await expect(check.getByText('Comma before the decimals (1.234,56). You chose this.')).toBeVisible();
  await expectAccessible(page);

  await submit(page);
  const claim = await readTppClaimNumber(page);
  await expect(page.getByText('4 rows of purchases count: $16,234.00.')).toBeVisible(checked);
  const [stored] = await query<{ chosen: ChosenTable[]; report: CheckedFile }>(
    'select k.chosen, k.report from claims c join data_checks k on k.claim_id = c.id where c.number = $1',
    [claim],
  );
  expect(stored?.chosen[0]).toMatchObject({ table: 0, kind: 'purchases', decimals: 'comma' });
  expect(stored?.report.outcome === 'checked' && stored.report.report.tables[0]?.dates).toMatchObject({
    order: 'day-first',
    why: 'proven',
  });
});

test('an unreadable file is reported with the reason, and can be removed', async ({ page }) => {
  await openTppForm(page);
  await choose(page, [
    { name: 'data.xlsx', mimeType: '', buffer: Buffer.from('%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n') },
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear administrator,\nplease find enclosed.\n') },
  ]);
  const check = panel(page, 'data.xlsx');
  await expect(summary(page, 'data.xlsx')).toContainText('We cannot read this file.');
  await expect(summary(page, 'letter.txt')).toHaveText('We treat this file as a document.');
  await expectAccessible(page);
  await check.getByRole('button', { name: 'Remove this file' }).click();
  await expect(check).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove letter.txt' })).toBeVisible();
});

test('the filing template, sent as downloaded, has no rows, and its own lists are not data', async ({ page }) => {
  await openTppForm(page);
  const template = await page.request.get('/documents/tpp-filing-template.xlsx');
  await choose(page, { name: 'template.xlsx', mimeType: '', buffer: await template.body() });
  const check = panel(page, 'template.xlsx');
  await expect(summary(page, 'template.xlsx')).toContainText('We found no rows of data in this file.');
  await expect(check.getByText('Sheet “Membership”')).toBeVisible();
  await expect(check.getByText('Sheet “Lists”')).toBeHidden();
  await expect(check.getByText('Sheet “Instructions”')).toBeHidden();
  // It has no row that could be fixed.
  await expect(check.getByRole('button', { name: 'Download what to fix (Excel)' })).toBeHidden();
});
