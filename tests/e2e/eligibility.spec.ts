import { findBarriers } from './axe.ts';
import { expect, test } from './members.ts';

// `content/demonstration/eligibility.test.ts` has every path. `accessibility/keyboard.spec.ts` and
// `claimant-path.spec.ts` begin on Home.

test('by keyboard, three answers on File a Claim lead to a form', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/file-claim');
  const question = page.locator('.eligibility [role=group]:visible');
  for (const [index, answer] of ['Prescriptions at the pharmacy chain', 'Yes', 'Yes'].entries()) {
    await expect(question).toHaveAccessibleName(new RegExp(`^Question ${index + 1} of 3`));
    await question.getByRole('link', { name: answer }).first().focus();
    await page.keyboard.press('Enter');
  }
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'File a savings club claim', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/consumerb-claimants$/);
});

test('an answer that ends the questions says why, and what else helps', async ({ page }) => {
  await page.goto('/es');
  const choose = (name: string) => page.getByRole('link', { name }).click();
  await choose('El antidepresivo o su genérico');
  await choose('Yo, para mí o para mi familia');
  await choose('No, en otro estado o en otra fecha');
  const outcome = page.locator('.eligibility .note:visible');
  await expect(outcome).toContainText('Es probable que no esté incluido');
  await expect(outcome).toContainText('El acuerdo cubre solo lo que se compró en estos 21 estados');
  await expect(outcome.getByRole('link', { name: '¿No está seguro? Llame gratis' })).toBeVisible();
  // Another answer to the same question takes its place.
  await choose('Cambiar mi respuesta');
  await choose('Sí, pero no tengo los números');
  await expect(outcome).toHaveCount(1);
  await expect(outcome.getByRole('link', { name: 'Reclamar por correo' })).toBeVisible();
});

test('with script off, and on paper, the answers that were chosen show', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Neither of these' }).click();
  await expect(page.getByText('The two settlements cover only these purchases')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('The two settlements cover only these purchases')).toBeVisible();
  await context.close();
});
