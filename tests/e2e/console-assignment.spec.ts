import { randomInt } from 'node:crypto';
import { createPerson } from '../setup/console.ts';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { fileClaim, waitForJobs } from './console-claims.ts';
import { expect, test } from './members.ts';

test('a supervisor shares claims out by percent, and sees what reviewers have open', async ({ page }) => {
  const dollars = 10_000_000 + randomInt(80_000_000);
  const numbers: string[] = [];
  for (let cents = 0; cents < 4; cents += 1)
    numbers.push(await fileClaim([], { repealerStateTotalAmountPaid: `${dollars}.0${cents}` }));
  await waitForJobs('select from claim_search where number = any($1)', [numbers], 4);
  const reviewers = [1, 2].map(() => createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['reviewer']));
  const [ann, ben] = (await Promise.all(reviewers)).map(({ name }) => name);
  await signInAs(page, 'supervisor');
  await page.goto(`/console/claims?amount-from=${dollars}&amount-to=${dollars}.99`);
  await page.getByRole('checkbox', { name: 'Select the 4 claims on this page' }).check();
  await expect(page.getByText('4 claims selected')).toBeVisible();
  await checkScreen(page, 'claims');
  await page.getByRole('button', { name: 'Assign …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('To')).toBeFocused();
  await dialog.getByLabel('To').selectOption({ label: 'Several people, by percent' });
  await dialog.getByLabel(ann ?? '').fill('75');
  await dialog.getByLabel(ben ?? '').fill('20');
  await dialog.getByRole('button', { name: 'Assign 4 claims' }).click();
  await expect(dialog.getByText('The shares add up to 95%. They must add up to 100%.')).toBeVisible();
  await dialog.getByLabel(ben ?? '').fill('25');
  await expect(dialog.getByText(`${ann} 3 (75%), ${ben} 1 (25%)`)).toBeVisible();
  await expect(dialog.getByText('The shares add up')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign 4 claims' }).click();
  await expect(page.getByText('4 claims done, 0 skipped, 0 failed.')).toBeVisible();
  await waitForJobs('select from claim_search where number = any($1) and assignee is not null', [numbers], 4);

  await page.goto('/console/queues');
  const row = page
    .getByRole('region', { name: 'Reviewers today' })
    .getByRole('row')
    .filter({ hasText: ann ?? '' });
  await expect(row).toBeVisible();
  await checkScreen(page, 'queues');
  await row.getByRole('link', { name: `3 open with ${ann}` }).click();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(3);
});
