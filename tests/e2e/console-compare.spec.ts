import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { fileClaim, ownAnswers, waitForJobs } from './console-claims.ts';
import { expect, test } from './members.ts';

async function open(page: Page, claimNumber: string): Promise<void> {
  await page.goto(`/console/claims/${claimNumber}`);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
}

test('the other claim of a duplicate opens beside it, and its denial names the claim that counts', async ({ page }) => {
  const answers = ownAnswers();
  const survivor = await fileClaim([], { ...answers, repealerStateTotalAmountPaid: '1250.50' });
  const number = await fileClaim([], { ...answers, repealerStateTotalAmountPaid: '1300.50' });
  await waitForJobs(
    'select from claim_scores join claims on claims.id = claim_id where number = $1 and duplicate_reached',
    [number],
  );
  await signInAs(page, 'reviewer');
  await open(page, number);
  await expect(page.getByRole('button', { name: `Compare with claim ${survivor}` }).first()).toBeVisible();
  await page.keyboard.press('o');
  const comparison = page.getByRole('region', { name: `Compared with claim ${survivor}` });
  await expect(comparison.getByRole('heading', { level: 2 })).toBeFocused();
  const row = (field: string) =>
    comparison.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });
  await expect(row('City')).toContainText('Same');
  await expect(row('Amount claimed')).toContainText('Different$1,300.50$1,250.50');
  await comparison.getByLabel('Only fields that differ').check();
  await expect(row('City')).toBeHidden();
  await expectAccessible(page);

  await comparison.getByRole('heading', { level: 2 }).focus();
  await page.keyboard.press('x');
  await page.getByRole('checkbox', { name: 'The same claim was filed twice' }).click();
  const field = page.getByLabel('Claim that counts');
  await expect(field).toHaveValue(survivor);
  await field.fill('');
  await page.keyboard.press('Control+Enter');
  await expect(field).toBeFocused();
  await expect(page.getByText('Enter the number of the claim that counts.')).toBeVisible();
  await field.fill(number);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('A claim is not its own duplicate.')).toBeVisible();
  await page.getByRole('button', { name: survivor, exact: true }).click();
  await expect(field).toHaveValue(survivor);
  await expect(field).toBeFocused();
  await field.press('Control+Enter');
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(
    review.getByRole('definition').filter({ has: page.getByRole('link', { name: survivor }) }),
  ).toBeVisible();
  await expect(page.getByText(`Claim ${survivor} counts instead`)).toBeVisible();
  await comparison.getByRole('button', { name: 'Close the comparison' }).click();
  await expect(comparison).toBeHidden();
});

test('a mouse, the focus and a key lead to the correction of an answer', async ({ page }) => {
  const number = await fileClaim([], ownAnswers());
  await signInAs(page, 'reviewer');
  await open(page, number);
  const button = page.getByRole('button', { name: 'Correct City', exact: true });
  await expect(button).toHaveCSS('opacity', '0');
  await page.getByText('Concord', { exact: true }).hover();
  await expect(button).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(button).toHaveCSS('opacity', '0');
  await button.focus();
  await expect(button).toHaveCSS('opacity', '1');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Correct an answer' }).getByLabel('City', { exact: true })).toHaveValue(
    'Concord',
  );
});

test('texts, CSV files and workbooks show as text, and keys zoom and go from document to document', async ({
  page,
}) => {
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Fills',
        rows: [
          ['Day', 'Paid'],
          [new Date(Date.UTC(2009, 3, 5)), 12.5],
        ],
      },
      { name: 'Plans', rows: [['Plan'], ['Larkmoor']] },
    ],
  });
  const number = await fileClaim(
    [
      { name: 'a.csv', bytes: Buffer.from('Plan,Paid\n<img src=x onerror=alert(1)>,=1+1\n') },
      { name: 'b.txt', bytes: Buffer.from('Dear <b>clerk</b>,\nplease find attached.\n') },
      { name: 'c.xlsx', bytes: Buffer.from(workbook) },
    ],
    ownAnswers(),
  );
  await signInAs(page, 'reviewer');
  await open(page, number);
  const frame = page.locator('iframe.preview-frame').contentFrame();
  const preview = (name: string) => page.getByRole('group', { name: `Preview of ${name}` });
  await page.keyboard.press('v');
  await expect(frame.getByRole('row').nth(2)).toHaveText('2<img src=x onerror=alert(1)>=1+1');
  await expect(frame.getByRole('columnheader').last()).toHaveText('B');
  const [columns, place] = [page.locator('.claim-columns'), preview('a.csv')];
  const [all, shown] = [await columns.boundingBox(), await place.boundingBox()];
  expect((shown?.width ?? 0) / (all?.width ?? 1)).toBeGreaterThan(0.52);
  await page.getByRole('button', { name: 'Log a call' }).click();
  await checkScreen(page, 'claims/:number');

  const sheet = frame.locator('.sheet');
  await page.keyboard.press('+');
  await expect(sheet).toHaveCSS('font-size', '24px');
  await frame.getByRole('row').nth(2).click();
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect(sheet).toHaveCSS('font-size', '12px');
  await page.keyboard.press('0');
  await expect(sheet).toHaveCSS('font-size', '16px');
  // The browser may never confirm a key that replaces the frame in which it is pressed.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press(']');
  await expect(preview('b.txt')).toBeVisible();
  await expect(frame.locator('pre')).toHaveText('Dear <b>clerk</b>,\nplease find attached.\n');
  await page.keyboard.press(']');
  await expect(preview('c.xlsx').getByRole('status')).toHaveText('Sheet 1 of 2');
  await expect(frame.getByRole('row').nth(2)).toHaveText('22009-04-0512.5');
  await preview('c.xlsx').getByRole('button', { name: 'Next sheet' }).click();
  await expect(frame.getByRole('heading')).toHaveText('Plans');
  await page.keyboard.press('[');
  await expect(preview('b.txt')).toBeVisible();
});
