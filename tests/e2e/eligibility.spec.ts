import { expect, test } from './members.ts';

// `content/demonstration/eligibility.test.ts` has every path. `accessibility/keyboard.spec.ts` and
// `claimant-path.spec.ts` begin on Home.

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
