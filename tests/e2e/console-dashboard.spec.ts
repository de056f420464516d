import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Work } from '@redress/contract/console/work';
import { downloadBy } from './download.ts';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { fileSealedClaim } from './console-claims.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';

test('the dashboard shows claims as charts and tables, by mouse and by keys, and each figure leads to its list', async ({
  page,
}) => {
  await signInAs(page, 'viewer');
  await fileSealedClaim();
  await page.goto('/console/?days=14');
  const section = page.getByRole('region', { name: 'Claims by day' });
  const reader = section.getByRole('slider', { name: /^Claims by day/ });
  await reader.focus();
  await expect(reader).toHaveAttribute('aria-valuetext', /: [\d,]+ claims? \(/);
  const today = await section.locator('.chart-reading').innerText();
  await page.keyboard.press('Home');
  await expect(section.locator('.chart-reading')).not.toHaveText(today);
  await expect(reader).toHaveAttribute('aria-valuenow', '0');

  // Screen readers have the table beside the chart; the button shows it on the screen.
  await expect(section.getByRole('table').getByRole('row')).toHaveCount(16);
  await section.getByRole('button', { name: 'Table of Claims by day' }).click();
  await expect(reader).toBeHidden();
  await expect(section.getByRole('row', { name: /^Total/ })).toBeVisible();
  await section.getByRole('row').nth(14).getByRole('link').click();
  await expect(page).toHaveURL(/\/console\/claims\?filed-from=(\d{4}-\d\d-\d\d)&filed-to=\1$/);
  await page.goBack();
  await page.getByRole('list', { name: 'Totals' }).getByRole('link', { name: 'To review: Documents missing' }).click();
  await expect(page).toHaveURL(/\/console\/claims\?status=received&.*&documents-missing=yes$/);

  // Forms are named as in the lists.
  await page.goBack();
  await expect(section.getByRole('columnheader', { name: 'Third-party payor' })).toBeAttached();
  const funnel = page.getByRole('region', { name: 'From class member to complete claim' });
  // A viewer does not see class members.
  await expect(funnel.getByRole('link')).toHaveText(['Claims filed under a notice', 'Nothing missing', 'No flags']);
  await funnel.getByRole('link', { name: 'Nothing missing' }).click();
  await expect(page).toHaveURL(/\?form=consumer&duplicate=no&status=.*&documents-missing=no$/);
  await page.goBack();
  const toReview = page.getByRole('region', { name: 'Claims to review', exact: true });
  await toReview
    .getByRole('row', { name: /^Total/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/console\/claims\?status=received&(?!.*form=)/);
});

test('one’s own requests that wait are listed, but nothing to start with', async ({ page }) => {
  const nothing = {
    assigned: 0,
    returned: 0,
    toReview: 0,
    ofOthers: 0,
    due: 0,
    approvals: 0,
    disputes: 0,
    lettersDue: 0,
    lettersToBatch: 0,
    idRequests: 0,
    addresses: 0,
    toSettle: 0,
    secondReviews: 0,
  };
  const work: Work = { ...nothing, asked: 2, today: '2025-07-01' };
  await page.route('**/api/console/work', (route) => route.fulfill({ json: work }));
  await signInAs(page, 'supervisor');
  await page.goto('/console/');
  const steps = page.getByRole('region', { name: 'What to do next' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Your requests awaiting approval' })).toContainText('2');
  await expect(steps.getByText('You’re all caught up.')).toBeVisible();
  await expect(steps.getByRole('link', { name: /^Start/ })).toHaveCount(0);
});

test('a claims report is run, opened and downloaded; run again, it is the same', async ({ page }) => {
  await signInAs(page, 'viewer');
  await fileSealedClaim();
  await page.goto('/console/reports');
  const newest = Number((await query('select max(position)::int as newest from history_seals', []))[0]?.['newest']);
  await page.getByLabel(/^As of seal/).fill('999999999');
  await expect(page.getByText('There is no seal with this number.')).toBeVisible();
  await page.getByLabel(/^As of seal/).fill(String(newest));
  await expect(page.getByText(`Seal ${newest} was made on`)).toBeVisible();
  // A report is for one case unless others are chosen, too.
  await expect(page.getByLabel('Antidepressant Antitrust Settlement')).toBeChecked();
  await expect(page.getByLabel('Savings Club Settlement')).not.toBeChecked();
  await page.getByRole('button', { name: 'Run the report' }).click();
  await expect(page.getByText('The report is ready.').first()).toBeInViewport();
  await page.getByRole('button', { name: 'Run the report' }).click();
  await expect(page.getByText('the new run matches it').first()).toBeVisible();

  const row = page.getByRole('row', { name: new RegExp(`Antidepressant Antitrust Settlement .* ${newest} `) }).first();
  for (const [name, extension] of [
    ['PDF', 'pdf'],
    ['Spreadsheet', 'xlsx'],
  ] as const) {
    const download = await downloadBy(page, row.getByRole('link', { name: `${name} as of seal ${newest}` }));
    expect(download.suggestedFilename()).toBe(`claims-report-seal-${newest}.${extension}`);
    const sha256 = createHash('sha256')
      .update(await readFile(await download.path()))
      .digest('hex');
    await expect(row.getByText(sha256)).toBeVisible();
  }
  await checkScreen(page, 'reports');
  await row.getByRole('link', { name: 'Antidepressant Antitrust Settlement' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Claims report as of seal ${newest}`);
  await expect(
    page.getByRole('table', { name: 'Claims by state' }).getByRole('row', { name: /^Wisconsin/ }),
  ).toBeVisible();
  await checkScreen(page, 'reports/:id');
});
