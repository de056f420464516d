import { expect, type Locator, type Page } from '@playwright/test';
import type { AnyAnswers, RowAnswers } from '@redress/forms/answers';
import { type Field, type Form, isField } from '@redress/forms/definition';
import { hasRadios } from './form-on-screen.ts';

const control = (page: Page, path: string): Locator => page.locator(`[id="field-${path}"]`);
const radio = (page: Page, name: string, value: string): Locator =>
  page.locator(`input[type=radio][name="${name}"][value="${value}"]`);

/**
 * Answers a form as people do, from the top to the bottom. Without script, a question that another
 * answer shows appears only after Continue.
 */
export async function fillIn(page: Page, form: Form, answers: AnyAnswers, hasScript: boolean): Promise<void> {
  const fields = new Map(
    form.sections.flatMap(({ items }) => items.filter(isField).map((field) => [field.name, field])),
  );
  for (const [name, answer] of Object.entries(answers)) {
    const field = fields.get(name);
    if (!field) throw new Error(`The form ${form.id} has no field ${name}.`);
    const first = firstControl(page, field, answer);
    // The button with a language opens the form in that.
    if (!hasScript && (await first.count()) === 0)
      await page.locator('button[value="continue"]:not([lang])').first().click();
    await expect(first, `the question ${name}`).toBeVisible();
    if (typeof answer === 'object') await fillInRows(page, field, answer);
    else if (typeof answer === 'boolean') await first.setChecked(answer);
    else if (hasRadios(field)) await first.check();
    else if (field.kind === 'select') await first.selectOption(answer);
    else await first.fill(answer);
  }
}

function firstControl(page: Page, field: Field, answer: AnyAnswers[string]): Locator {
  if (field.kind === 'rows') return page.locator(`button[value="add-row ${field.name}"]`);
  return hasRadios(field) && typeof answer === 'string' ? radio(page, field.name, answer) : control(page, field.name);
}

async function fillInRows(page: Page, field: Field, rows: readonly RowAnswers[]): Promise<void> {
  for (const [index, row] of rows.entries())
    for (const [cell, value] of Object.entries(row)) {
      const input = control(page, `${field.name}.${String(index)}.${cell}`);
      if ((await input.count()) === 0) await page.locator(`button[value="add-row ${field.name}"]`).click();
      await input.fill(value);
    }
}
