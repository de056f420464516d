import type { Page } from '@playwright/test';
import { enter, signInAs, tabTo, useSession } from './console.ts';
import { fileClaim } from './console-claims.ts';
import { query } from './filed-claims.ts';
import { pdfOf } from './hostile-documents.ts';
import { expect, test } from './members.ts';

async function open(page: Page, number: string): Promise<void> {
  await page.goto(`/console/claims/${number}`);
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
}
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, label: string) =>
  page.locator('.facts > div').filter({ has: page.getByRole('button', { name: `Correct ${label}`, exact: true }) });

test('by keyboard: an answer is corrected, after its errors, corrected again, which the call center sees, and the correction is withdrawn', async ({
  page,
}) => {
  const number = await fileClaim([{ name: 'letter.pdf', bytes: pdfOf(['We moved']) }]);
  const person = await signInAs(page, 'reviewer');
  await open(page, number);
  const city = row(page, 'City');
  const filed = (await city.locator('bdi').first().textContent()) ?? '';

  await page.keyboard.press('e');
  await expect(dialog(page)).toBeVisible();
  await enter(page, dialog(page).getByRole('button', { name: 'Save the correction' }));
  await expect(dialog(page).getByText('Choose the answer.')).toBeVisible();
  await expect(dialog(page).getByLabel('Answer')).toBeFocused();
  await dialog(page).getByLabel('Answer').selectOption('City');
  await expect(dialog(page).getByLabel('City', { exact: true })).toHaveValue(filed);
  await dialog(page).getByLabel('Where the correction comes from').selectOption('Letter from the claimant');
  await tabTo(page, dialog(page).getByLabel('City', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  // The form's own rules and messages apply.
  await expect(dialog(page).getByRole('alert')).toHaveText(/^Nothing was saved\. Please correct the marked fields/);
  await expect(dialog(page).getByLabel('City', { exact: true })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Tucson');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Choose a document that shows it, or describe the evidence.')).toBeVisible();
  await dialog(page).getByLabel('Document that shows it').selectOption('letter.pdf');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(city).toContainText('Tucson');
  await expect(city).toContainText(`As filed: ${filed}`);
  await expect(city).toContainText(person.name);
  await expect(city).toContainText('Letter from the claimant: letter.pdf');
  await expect(page.getByText(`“City” was corrected by ${person.name} (letter from the claimant)`)).toBeVisible();

  await enter(page, page.getByRole('button', { name: 'Correct City', exact: true }));
  await expect(dialog(page).getByLabel('City', { exact: true })).toHaveValue('Tucson');
  await dialog(page).getByLabel('City', { exact: true }).fill('Mesa');
  await dialog(page).getByLabel('Where the correction comes from').selectOption('Call with the claimant');
  await dialog(page).getByLabel('Evidence').fill('She called on Monday');
  await enter(page, dialog(page).getByRole('button', { name: 'Save the correction' }));
  await expect(city).toContainText('Mesa');
  await expect(page.getByRole('button', { name: 'Correct City', exact: true })).toBeFocused();
  await enter(page, city.getByText('Earlier corrections (1)'));
  await expect(city.getByRole('listitem')).toContainText('Replaced by a later correction');

  await signInAs(page, 'call-center');
  await open(page, number);
  await expect(page.getByText('Mesa')).toBeVisible();
  await expect(page.getByText('She called on Monday')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Correct/ })).toHaveCount(0);
  await useSession(page, person.token);
  await open(page, number);
  await enter(page, page.getByRole('button', { name: 'Withdraw the correction of City' }));
  // The field gets the focus with its message, and not when the claim has been read again.
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/console/claims/${number}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await enter(page, dialog(page).getByRole('button', { name: 'Withdraw' }));
  await expect(dialog(page).getByText('Say why you are withdrawing it.')).toBeVisible();
  await expect(dialog(page).getByLabel('Why?')).toBeFocused();
  held.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await dialog(page).getByLabel('Why?').fill('Another person called');
  await enter(page, dialog(page).getByRole('button', { name: 'Withdraw' }));
  await expect(dialog(page)).toBeHidden();
  await expect(city.getByText('Corrected', { exact: true })).toBeHidden();
  await expect(city).toContainText(filed);
  expect(
    await query('select count(*)::int as corrections from claim_corrections where staff_id = $1', [person.id]),
  ).toEqual([{ corrections: 3 }]);
});

test(
  'what a colleague corrects meanwhile shows in the dialog, and what was typed stays',
  { tag: '@long' },
  async ({ page, browser }) => {
    const number = await fileClaim();
    const own = await browser.newContext();
    const colleaguePage = await own.newPage();
    const colleague = await signInAs(colleaguePage, 'reviewer');
    await signInAs(page, 'reviewer');
    await open(page, number);
    await open(colleaguePage, number);
    const begin = async (each: Page, value: string) => {
      await each.getByRole('button', { name: 'Correct City', exact: true }).click();
      await dialog(each).getByLabel('City', { exact: true }).fill(value);
      await dialog(each).getByLabel('Where the correction comes from').selectOption('Obvious typing error');
      await dialog(each).getByLabel('Evidence').fill('Two letters swapped');
    };
    await begin(page, 'Mesa');
    await begin(colleaguePage, 'Tucson');
    const save = { name: 'Save the correction' };
    await dialog(colleaguePage).getByRole('button', save).click();
    await expect(dialog(colleaguePage)).toBeHidden();
    await expect(dialog(page).getByRole('alert')).toContainText(`${colleague.name} corrected this answer to “Tucson”`);
    await expect(dialog(page).getByLabel('City', { exact: true })).toHaveValue('Mesa');
    await dialog(page).getByRole('button', save).click();
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, 'City')).toContainText('Mesa');
    await own.close();
  },
);

test('a corrected amount reaches the decision beside it at once', async ({ page }) => {
  const number = await fileClaim([], { repealerStateTotalAmountPaid: '1250.50' });
  await signInAs(page, 'reviewer');
  await open(page, number);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('$1,250.50 recognized.')).toBeVisible();
  // Nothing else tells the screen.
  await page.route('**/version', (route) => route.abort());
  await page.keyboard.press('e');
  await dialog(page).getByLabel('Answer').selectOption({ label: 'Total amount paid, in dollars' });
  await dialog(page).getByLabel('Total amount paid, in dollars').fill('100');
  await dialog(page).getByLabel('Where the correction comes from').selectOption('Call with the claimant');
  await dialog(page).getByLabel('Evidence').fill('She called on Monday');
  await enter(page, dialog(page).getByRole('button', { name: 'Save the correction' }));
  await expect(page.getByText('$100.00 recognized.')).toBeVisible();
});
