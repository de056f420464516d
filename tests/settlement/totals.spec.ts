import { site } from '@redress/content/site';
import { isField } from '@redress/forms/definition';
import { waitForHydration } from '../e2e/hydration.ts';
import { expect, test } from '../e2e/members.ts';
import { exampleVariants } from './example-answers.ts';
import { enterAnswers } from './form-on-screen.ts';
import { currentForms, isClosed } from './rule-tables.ts';

for (const form of currentForms.filter((one) => !isClosed(one)))
  for (const rows of form.sections.flatMap(({ items }) => items.filter(isField)))
    if (rows.kind === 'rows' && rows.total) {
      const { name, total } = rows;
      test(`the total of "${rows.label}" follows typing, and is among the answers to check`, async ({ page }) => {
        const answers = exampleVariants(form).find((variant) => variant.answers[name] !== undefined)?.answers ?? {};
        await page.goto(site.pages.find((one) => one.kind === 'form' && one.form === form.id)?.path ?? '');
        await waitForHydration(page);
        await enterAnswers(page, { ...answers, [name]: [] });
        const amount = (row: number) => page.locator(`[id="field-${name}.${row}.${total.of}"]`);
        await amount(0).fill('');
        await amount(0).pressSequentially('$1,100.10');
        await amount(0).blur();
        await expect(page.getByText(`${total.label}: $1,100.10`)).toBeVisible();
        await page.locator('.rows > button').click();
        await amount(1).pressSequentially('20.9');
        await expect(page.getByText(`${total.label}: $1,121.00`)).toBeVisible();
        await expect(page.locator('#review').getByText('$1,121.00')).toBeVisible();
      });
    }
