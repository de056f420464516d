import { expect, test } from '../members.ts';
import { phone } from '../settings.ts';
import { asAgent, openTppForm } from '../tpp.ts';
import { expectTargets } from './targets.ts';

test.use(phone);

// Initial pages: tests/settlement/accessibility.spec.ts.
test('controls of a form with rows and errors are large enough for fingers', async ({ page }) => {
  await openTppForm(page);
  await asAgent(page).check();
  await page.getByRole('button', { name: 'Add another class member' }).click();
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByRole('region', { name: /answers need another look/ })).toBeVisible();
  await expectTargets(page, 'the TPP form with rows and errors');
});
