import type { Locator, Page } from '@playwright/test';
import type { ClaimList, ListedClaim } from '@redress/contract/console/claim-list';
import type { ExportManifest } from '@redress/contract/console/exports';
import { createHash, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { fileClaim, waitForJobs } from './console-claims.ts';
import { downloadBy } from './download.ts';
import { expect, test } from './members.ts';

/**
 * Files claims of a payor with amounts that no other test has, which the lists then know. Returns the
 * filter that finds them.
 */
async function fileClaims(count: number, dollars = 10_000_000 + randomInt(80_000_000)) {
  const numbers: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const healthPlanCompanyName = `Larkmoor Plan ${index + 1}`;
    const repealerStateTotalAmountPaid = `${dollars}.${String(index).padStart(2, '0')}`;
    numbers.push(await fileClaim([], { healthPlanCompanyName, repealerStateTotalAmountPaid }));
  }
  await waitForJobs('select from claim_search where number = any($1)', [numbers], count);
  return { dollars, from: String(dollars), to: `${dollars}.99` };
}

const rows = (page: Page) => page.getByRole('table').getByRole('rowheader');

const readDownload = async (page: Page, link: Locator): Promise<Buffer> =>
  readFile(await (await downloadBy(page, link)).path());

test('a list is filtered by keyboard, saved as a view, the same after a reload, and exported', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { from, to } = await fileClaims(4);
  await signInAs(page, 'supervisor');
  await page.goto('/console/claims');
  await expect(page.getByRole('heading', { level: 1, name: 'Claims' })).toBeFocused();

  const all = await page.getByRole('table').boundingBox();
  // The first row is in the upper third of 800 pixels.
  expect((all?.y ?? 0) + 33).toBeLessThanOrEqual(800 / 3);

  // Enter applies a typed amount.
  await page.getByRole('button', { name: 'Filters' }).press('Enter');
  await page.getByLabel('Amount from').focus();
  await page.keyboard.type(`$${from}`);
  await page.keyboard.press('Enter');
  await page.getByLabel('Amount to').focus();
  await page.keyboard.type(to);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: /^Form:/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Consumer' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByText('No claims match all of these filters')).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  // A click anywhere in a row opens its claim.
  await page.getByRole('cell', { name: 'Larkmoor Plan 1' }).click();
  await expect(page).toHaveURL(/\/claims\/\d+$/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('button', { name: 'Claimed' }).press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Claimed' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('button', { name: 'Claimed' })).toBeFocused();
  // 15 rows of 33 pixels show at 1280 by 800 pixels, and no column is out of sight.
  for (const row of await page.locator('.claims-table tbody tr').all())
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(33);
  const isOutOfSight = (selector: string) =>
    page.locator(selector).evaluate((list) => list.scrollWidth - list.clientWidth > 0);
  expect(await isOutOfSight('.claims-table')).toBe(false);
  expect(await isOutOfSight('.saved-views ul')).toBe(false);
  // Neither is any with the longest values, beside a scroll bar.
  const longest = {
    name: 'Bartholomew Featherstone',
    amount: '99999999.99',
    state: 'Massachusetts',
    status: 'waiting-documents',
    flags: ['documents-missing', 'late'],
    ageDays: 1_135,
  } satisfies Partial<ListedClaim>;
  const range = { from: '5001.00', to: '9999.00' };
  await page.route(
    (url) => url.pathname === '/api/console/claims',
    async (route) => {
      const response = await route.fetch();
      const parse: (json: string) => ClaimList = JSON.parse;
      const list = parse(await response.text());
      await route.fulfill({
        response,
        json: {
          ...list,
          claims: list.claims.map((each, index) => ({
            ...each,
            ...longest,
            ...(index === 0 && { amount: null, range }),
          })),
        },
      });
    },
  );
  await page.setViewportSize({ width: 1265, height: 800 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('1,135 days').first()).toBeVisible();
  expect(await isOutOfSight('.claims-table')).toBe(false);
  // The number stays in view while the table scrolls sideways.
  await page.setViewportSize({ width: 800, height: 800 });
  const { x = 0 } = (await rows(page).first().boundingBox()) ?? {};
  await page.locator('.claims-table').evaluate((table) => table.scrollTo(150, 0));
  await expect(page.locator('.claims-table')).toHaveJSProperty('scrollLeft', 150);
  expect(Math.abs(((await rows(page).first().boundingBox())?.x ?? 0) - x)).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1265, height: 800 });
  const cut = page.locator(
    '.claims-table td:is(.claim-name, .claim-form, .claim-state) > *, .claim-flags .tag:first-child',
  );
  expect(
    await cut.evaluateAll((cells) =>
      cells.flatMap((cell) =>
        cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight ? [cell.textContent] : [],
      ),
    ),
  ).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Refresh' }).click();
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

  // Opens the third row and goes back: the row has the focus again, and the keys continue from it.
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
  await dialog.getByLabel(/^Tax IDs/).check();
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Say why you need the tax IDs. The second person reads this.');
  await dialog.getByLabel(/^Tax IDs/).uncheck();
  await dialog.getByLabel(/^Email ·/).uncheck();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/exports$/);
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText('Ready');
  await checkScreen(page, 'exports');
  const bytes = await readDownload(page, first.getByRole('link', { name: 'Download', exact: true }));
  await expect(first).toContainText(createHash('sha256').update(bytes).digest('hex'));
  const manifest = await readDownload(page, first.getByRole('link', { name: 'Download manifest' }));
  const parse: (json: string) => ExportManifest = JSON.parse;
  const { columns, ...facts } = parse(manifest.toString());
  expect(facts).toMatchObject({ rows: 4, bytes: bytes.length });
  expect(columns).toContain('Name');
  expect(columns).not.toContain('Email');
  await first.getByRole('button', { name: 'Delete now …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete now' }).click();
  await expect(first).toContainText('File deleted');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Nothing is left of the test.
  await page.goto(address);
  await page.getByRole('button', { name: 'Delete view …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(view).toHaveCount(0);
});

test('on a phone and in the dark, the list is blocks to read without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.clock.install();
  const { dollars, from, to } = await fileClaims(2);
  await signInAs(page, 'viewer');
  await page.goto(`/console/claims?amount-from=${from}&amount-to=${to}&late=perhaps&nonsense=1`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('late cannot be “perhaps”')).toBeVisible();
  await expect(page.getByText('nonsense isn’t a filter')).toBeVisible();
  // A viewer sees masked names.
  await expect(page.getByText('L••••••• P••• 1')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  // A claim that arrives does not move the list: it is announced.
  await fileClaims(1, dollars);
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(page.getByText('1 new claim ·')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('1 new claim ·')).toBeHidden();
});
