import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { checkScreen } from './console-screen.ts';
import { enter, openRequest, signInAs, tabTo } from './console.ts';
import { downloadBy } from './download.ts';
import { pdfOf } from './hostile-documents.ts';
import { expect, test } from './members.ts';

const fundLink = (page: Page) => page.getByRole('region', { name: 'Funds' }).getByRole('link').first();

test('finance enters a court order by keyboard, another finance person approves it, and its reversal is declined', async ({
  page,
}) => {
  const docket = `E2E ${randomInt(1e9)}`;
  const asker = await signInAs(page, 'finance');
  await page.goto('/console');
  await enter(page, page.getByRole('navigation').getByRole('link', { name: 'Funds' }));
  await enter(page, fundLink(page));
  await expect(page.getByRole('heading', { name: 'Net fund' })).toBeVisible();
  const request = page.getByRole('button', { name: 'Request entry' });
  await enter(page, request);
  await expect(page.getByText('Enter dollars and cents, such as 1250.50.')).toBeVisible();
  await checkScreen(page, 'funds/:id');
  await tabTo(page, page.getByLabel('Kind', { exact: true }));
  await page.keyboard.type('Administration');
  await tabTo(page, page.getByLabel('Amount'));
  await page.keyboard.type('$1,250.50');
  await tabTo(page, page.getByLabel('Docket number'));
  await page.keyboard.type(docket);
  await page.getByLabel('Date of the order').fill('2025-06-01');
  const file = { name: 'order.pdf', mimeType: 'application/pdf', buffer: pdfOf([docket]) };
  await page.getByLabel('Order (PDF)').setInputFiles({ ...file, name: 'other.pdf', buffer: pdfOf(['Another order']) });
  // The field comes back empty, so the file of before isn't sent unseen.
  await page.getByLabel('Kind', { exact: true }).selectOption('Contribution');
  await page.getByLabel('Kind', { exact: true }).selectOption('Administration');
  await page.getByLabel('What this entry is').press('Control+Enter');
  await expect(page.getByText('Choose the PDF of the order.')).toBeVisible();
  await page.getByLabel('Order (PDF)').setInputFiles(file);
  await page.getByLabel('What this entry is').fill('Costs of the notice');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Requested.' })).toBeVisible();
  const waiting = page.getByRole('listitem').filter({ hasText: docket });
  await expect(waiting).toContainText('Administration, $1,250.50');
  await expect(waiting).toContainText('Awaiting second approval');

  await signInAs(page, 'finance');
  await page.goto('/console/approvals?kind=ledger-entry');
  const article = await openRequest(page, docket);
  await article.getByRole('link', { name: 'Open the fund and the order' }).click();
  const download = await downloadBy(page, waiting.getByRole('link', { name: new RegExp(docket) }));
  expect(await readFile(await download.path())).toEqual(file.buffer);
  await page.goto('/console/approvals?kind=ledger-entry');
  await (await openRequest(page, docket)).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^Approved the request to enter Administration/)).toBeVisible();
  await page.goto('/console/funds');
  await expect(fundLink(page)).toBeVisible();
  await checkScreen(page, 'funds');
  await fundLink(page).click();
  const row = page
    .getByRole('region', { name: 'Transactions', exact: true })
    .getByRole('row')
    .filter({ hasText: docket });
  await expect(row).toContainText(asker.name);
  await expect(page.getByRole('region', { name: 'Trial balance' })).toContainText('Administration');
  // While the year is typed, its first digits are no day yet.
  const asOf = page.getByLabel('As of');
  const asked: string[] = [];
  page.on('request', (each) => asked.push(each.url()));
  await asOf.focus();
  await page.keyboard.type('05312025');
  await expect(asOf).toHaveValue('2025-05-31');
  await expect(page).toHaveURL(/\?asOf=2025-05-31$/);
  expect(asked.filter((url) => /asOf=0/.test(url))).toEqual([]);
  await expect(asOf).toBeFocused();
  await asOf.fill('');
  await asOf.blur();
  await expect(page).toHaveURL(/\/funds\/[^?]+$/);
  await expect(asOf).not.toHaveValue('');
  await expect(page.getByRole('region', { name: 'Trial balance' })).toContainText('Administration');
  const journal = await downloadBy(page, page.getByRole('link', { name: 'Export for hledger' }));
  expect(await readFile(await journal.path(), 'utf8')).toContain(`docket: ${docket}`);

  await row.getByRole('button', { name: 'Reverse …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill(`A mistake ${docket}`);
  await dialog.getByRole('button', { name: 'Request reversal' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: `A mistake ${docket}` })).toContainText(
    /^Reversal of Administration, /,
  );
  await expect(row.getByRole('button')).toHaveCount(0);
  await signInAs(page, 'finance');
  await page.goto('/console/approvals?kind=ledger-entry');
  const reversal = await openRequest(page, `A mistake ${docket}`);
  await reversal.getByRole('button', { name: 'Decline' }).click();
  await reversal.getByLabel('Why are you declining?').fill('It is right.');
  await reversal.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText(/^Declined to /)).toBeVisible();
  await page.goto('/console/funds');
  await fundLink(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: `A mistake ${docket}` })).toContainText('It is right.');
});

test('only finance sees funds', async ({ page }) => {
  await signInAs(page, 'supervisor');
  await page.goto('/console');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Claims' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Funds' })).toBeHidden();
  await page.goto('/console/funds');
  await expect(page.getByRole('alert')).toBeVisible();
});
