import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { postToConsole, signInAs, tabTo } from './console.ts';
import { expect, test } from './members.ts';

const rows = (page: Page) => page.getByRole('table').locator('tbody tr');

/** Searches as a new reviewer, and goes on as a new admin. Returns both names. */
async function searchAsReviewer(page: Page, ...words: readonly string[]) {
  const { name } = await signInAs(page, 'reviewer');
  for (const q of words) {
    const answer = await postToConsole(page, '/search', { q });
    expect(answer.status()).toBe(200);
  }
  const admin = await signInAs(page, 'admin');
  return { name, admin: admin.name };
}

test('an admin filters the access log by person, kind and search words; the address keeps the filters', async ({
  page,
}) => {
  const { name, admin } = await searchAsReviewer(page, 'zebedee quux', 'nobody here');
  await page.goto('/console/access-log');
  await page.getByLabel('Person').selectOption(name);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(name);
  await expect(rows(page).first()).toContainText('Searched');

  await page.getByLabel(/exact search words/).fill('Zebedee  QUUX');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel('Person').locator('option:checked')).toHaveText(name);
  await expect(page.getByLabel(/exact search words/)).toHaveValue('Zebedee  QUUX');
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel(/exact search words/)).toHaveValue('');

  await page.getByLabel('What they did').selectOption('Revealed');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Nobody read anything that matches all of these filters.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).first().click();
  // What the admin did is in the log, too.
  await page.getByLabel('Person').selectOption(admin);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(rows(page).first()).toContainText('Access log');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows(page).first()).toContainText('Listed');
});

test('a person stays chosen when the list of people grows', async ({ page }) => {
  const { name } = await searchAsReviewer(page, 'anything');
  await page.goto('/console/access-log');
  await page.getByLabel('Person').selectOption(name);
  await page.route('**/access-log/search', async (route) => {
    const response = await route.fetch();
    const added = '{ "id": "00000000-0000-4000-8000-000000000000", "name": "Somebody new" }';
    const body = (await response.text()).replace('"people":[', `"people":[${added},`);
    await route.fulfill({ response, body });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByLabel('Person').locator('option', { hasText: 'Somebody new' })).toHaveCount(1);
  await expect(page.getByLabel('Person').locator('option:checked')).toHaveText(name);
});

test('the access log has pages of 50, and back', async ({ page }) => {
  const { name } = await searchAsReviewer(page, ...Array.from({ length: 51 }, (_, index) => `page ${index}`));
  await page.goto('/console/access-log');
  await page.getByLabel('Person').selectOption(name);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(rows(page)).toHaveCount(50);
});

test('an admin exports the log of one person, and downloads it', async ({ page }) => {
  const { name } = await searchAsReviewer(page, 'zebedee quux');
  await page.goto('/console/access-log');
  await page.getByLabel('Person').selectOption(name);
  await page.getByLabel(/exact search words/).fill('zebedee quux');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Export …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog).toContainText('search words do not limit the file');
  await expect(dialog).toContainText('1 row');
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'CSV' }).check();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^access-log-.*\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain(`,${name},`);
});

test('a failure keeps the filters and what is typed, and offers to try again', async ({ page }) => {
  const { name } = await searchAsReviewer(page, 'zebedee quux');
  await page.goto('/console/access-log');
  await expect(rows(page).first()).toBeVisible();
  await page.getByLabel('Person').selectOption(name);
  await page.route('**/api/console/access-log/search', (route) => route.abort());
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('alert')).toContainText('Check your connection', { timeout: 20_000 });
  await expect(page.getByLabel('Person').locator('option:checked')).toHaveText(name);
  await page.unroute('**/api/console/access-log/search');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('an admin filters the access log by keyboard alone', async ({ page }) => {
  const { name } = await searchAsReviewer(page, 'zebedee quux');
  await page.goto('/console/access-log');
  await expect(rows(page).first()).toBeVisible();
  await tabTo(page, page.getByLabel('Person'));
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Searched');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
});
