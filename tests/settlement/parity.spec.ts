import { site } from '@redress/content/site';
import { isTypable, type RuleRow, type RuleTable, withAnswer } from '../rule-tables/rule-table.ts';
import { type Field, isField } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/members.ts';
import { isClosed, settlementTables } from './rule-tables.ts';
import { enterAnswers, hasRadios, type Messages, readMessages } from './form-on-screen.ts';

/** The first value that a field does not accept. */
const isFirstWrong = (row: RuleRow, index: number, rows: readonly RuleRow[]): boolean =>
  rows.findIndex(({ field, messages }) => field === row.field && messages.length > 0) === index;

for (const table of settlementTables().filter(({ form }) => !isClosed(form))) {
  const typable = table.rows.filter((row) => isTypable(row) && canBeEntered(table, row));

  test.describe(table.name, () => {
    test('the browser shows the table’s messages for the first wrong value of each field', async ({ page }) => {
      await openAfterAttempt(page, table);
      const untouched = await readMessages(page);
      await enterAll(page, table, table.base);
      expect(await readMessages(page)).toEqual({});
      for (const row of typable.filter(isFirstWrong)) {
        const found = isUntouchedChoice(table, row) ? only(untouched, row.field) : await enterOne(page, table, row);
        expect(found, `${row.field}: ${JSON.stringify(row.value)}`).toEqual(
          row.messages.length === 0 ? {} : { [row.field]: row.messages },
        );
      }
    });
  });
}

/** The form's page after submitting it empty: from then on messages update while typing. */
async function openAfterAttempt(page: Page, { form }: RuleTable): Promise<void> {
  const at = site.pages.find((one) => 'form' in one && one.form === form.id);
  await page.goto(at?.path ?? '');
  const button = page.getByRole('button', { name: at?.kind === 'login' ? at.messages.button : 'SUBMIT', exact: true });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.locator('.error').first()).toBeVisible();
}

/** Rows load with the first answer that shows them, and can be entered then. */
async function enterAll(page: Page, { form }: RuleTable, answers: Readonly<Record<string, unknown>>): Promise<void> {
  const row = page.locator('.row').first();
  const hadRows = await row.isVisible();
  await enterAnswers(page, answers);
  const { sections } = evaluateForm(form, answers, {});
  if (hadRows || !sections.some(({ items }) => items.some(({ kind }) => kind === 'rows'))) return;
  await expect(row).toBeVisible();
  await enterAnswers(page, answers);
}

/** Enters one value among valid answers, reads the messages, and reverts it. */
async function enterOne(page: Page, table: RuleTable, row: RuleRow): Promise<Messages> {
  const field = fieldOf(table, row);
  // Answers that a switch had hidden must be entered again; everything else keeps its value.
  const place = field && 'options' in field ? undefined : row.field;
  await enterAnswers(page, withAnswer(table.base, row), place);
  const found = await readMessages(page);
  await enterAnswers(page, { [row.field]: '', ...table.base }, place);
  return found;
}

/**
 * Whether people can bring a form into this state: a list has only its options, and radio buttons
 * that another answer shows cannot be cleared.
 */
function canBeEntered(table: RuleTable, row: RuleRow): boolean {
  const field = fieldOf(table, row);
  if (!field || !('options' in field)) return true;
  if (row.value !== '') return field.options.includes(String(row.value));
  const atFirst = evaluateForm(table.form, {}, {}).sections.flatMap(({ items }) => items);
  return !hasRadios(field) || atFirst.includes(field);
}

/** A radio button cannot be cleared: the untouched form shows the state without a choice. */
function isUntouchedChoice(table: RuleTable, row: RuleRow): boolean {
  return hasRadios(fieldOf(table, row)) && row.value === '';
}

function fieldOf({ form }: RuleTable, row: RuleRow): Field | undefined {
  return form.sections.flatMap(({ items }) => items.filter(isField)).find(({ name }) => name === row.field);
}

const only = (messages: Messages, field: string): Messages =>
  Object.fromEntries(Object.entries(messages).filter(([name]) => name === field));
