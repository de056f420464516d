import type { Download, Page } from '@playwright/test';
import { openWorkbook } from '@redress/datafiles/read/open-workbook';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { companyAnswers } from '../setup/sample-claims.ts';
import { expectAccessible } from './axe.ts';
import { signInAs } from './console.ts';
import { expect, test } from './members.ts';

/**
 * Files claims of a payor with amounts that no other test has. Returns the filter that finds them.
 */
async function fileClaims(page: Page, count: number, dollars = 10_000_000 + randomInt(80_000_000)) {
  await page.request.get('/api/session');
  const { cookies } = await page.request.storageState();
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
  for (let index = 0; index < count; index += 1) {
    const answers = {
      ...companyAnswers,
      healthPlanCompanyName: `Larkmoor Plan ${index + 1}`,
      repealerStateTotalAmountPaid: `${dollars}.${String(index).padStart(2, '0')}`,
    };
    const response = await page.request.post('/api/TppClaimants', {
      data: answers,
      headers: { 'x-xsrf-token': token, 'idempotency-key': randomUUID() },
    });
    expect(response.status()).toBe(201);
  }
  return { dollars, from: String(dollars), to: `${dollars}.99` };
}

const rows = (page: Page) => page.getByRole('table').getByRole('rowheader');

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

test('a list is filtered by keyboard, saved as a view, the same after a reload, and exported', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { from, to } = await fileClaims(page, 4);
  await signInAs(page, 'supervisor');
  await page.goto('/console/claims');
  await expect(page.getByRole('heading', { level: 1, name: 'Claims' })).toBeFocused();

  // What was typed takes effect with Enter.
  await page.getByLabel('Amount from').focus();
  await page.keyboard.type(`$${from}`);
  await page.keyboard.press('Enter');
  await page.getByLabel('Amount to').focus();
  await page.keyboard.type(to);
  await page.keyboard.press('Enter');
  // The search job finds new claims within seconds.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(rows(page)).toHaveCount(4, { timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: /^Form:/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Consumer' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByText('No claim matches all of these filters.')).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('button', { name: 'Claimed' }).press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Claimed' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText('Larkmoor Plan 1');

  await page.getByRole('button', { name: 'Save as view …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Larkmoor ${from}`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const view = page.getByRole('link', { name: `Larkmoor ${from}` });
  await expect(view).toHaveAttribute('aria-current', 'page');
  const address = page.url();
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  expect(page.url()).toBe(address);
  await expect(page.getByRole('row').nth(1)).toContainText('Larkmoor Plan 1');
  await page.getByRole('link', { name: 'All claims' }).click();
  await view.click();
  await expect(rows(page)).toHaveCount(4);
  expect(page.url()).toBe(address);

  // To the third row and back: the focus is on it again, and goes on from it.
  const numbers = await rows(page).allTextContents();
  await page.getByRole('heading', { level: 1 }).click();
  for (const key of ['j', 'j', 'j', 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`/console/claims/${numbers[2]}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: numbers[2] ?? '' })).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: numbers[1] ?? '' })).toBeFocused();

  await page.getByRole('button', { name: 'Export …' }).click();
  await expect(dialog).toContainText('4 rows, with Amount from');
  await expect(dialog.getByLabel('Excel workbook (.xlsx)')).toBeChecked();
  await expect(dialog.getByLabel(/^Tax IDs/)).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByLabel(/^Email/).uncheck();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/exports$/);
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText('Ready');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    first.getByRole('link', { name: 'Download', exact: true }).click(),
  ]);
  const bytes = await bytesOf(download);
  await expect(first).toContainText(createHash('sha256').update(bytes).digest('hex'));
  const table = await readFirstSheet(bytes);
  expect(table[0]).toContain('Name');
  expect(table[0]).not.toContain('Email');
  expect(table.slice(1).map((row) => row[table[0]?.indexOf('Name') ?? -1])).toEqual(
    [1, 2, 3, 4].map((index) => `Larkmoor Plan ${index}`),
  );
  const [manifest] = await Promise.all([
    page.waitForEvent('download'),
    first.getByRole('link', { name: 'Download manifest' }).click(),
  ]);
  expect(JSON.parse((await bytesOf(manifest)).toString())).toMatchObject({ rows: 4, bytes: bytes.length });

  // Nothing is left of the test.
  await page.goto(address);
  await page.getByRole('button', { name: 'Delete view …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(view).toHaveCount(0);
});

async function readFirstSheet(bytes: Buffer): Promise<unknown[][]> {
  const stream = (start = 0, end = bytes.length) => new Blob([new Uint8Array(bytes.subarray(start, end))]).stream();
  const workbook = await openWorkbook({ name: 'export.xlsx', size: bytes.length, stream });
  if (!workbook.readable) throw new Error(workbook.reason);
  const found: unknown[][] = [];
  for await (const { batches } of workbook.tables()) {
    for await (const batch of batches()) found.push(...batch.rows.map((cells) => [...cells]));
    break;
  }
  return found;
}

test('on a phone and in the dark, the list is blocks to read without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.clock.install();
  const { dollars, from, to } = await fileClaims(page, 2);
  await signInAs(page, 'viewer');
  await expect(async () => {
    await page.goto(`/console/claims?amount-from=${from}&amount-to=${to}&late=perhaps&nonsense=1`);
    await expect(rows(page)).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('late cannot be “perhaps”')).toBeVisible();
  await expect(page.getByText('nonsense is no filter')).toBeVisible();
  // A viewer sees masked names.
  await expect(page.getByText('L••••••• P••• 1')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  // A claim that arrives does not move the list: it is announced.
  await fileClaims(page, 1, dollars);
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(page.getByText('1 new claim ·')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('1 new claim ·')).toBeHidden();
});
