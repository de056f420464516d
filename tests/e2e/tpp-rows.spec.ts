import type { Page } from '@playwright/test';
import { expect, test } from './members.ts';
import { expectAccessible } from './axe.ts';
import { submit } from './consumer.ts';
import { holdScript } from './hydration.ts';
import { asAgent, asTable, classMembers, feinIn, nameIn, openTppForm, paste, row, rows } from './tpp.ts';

async function openRows(page: Page): Promise<void> {
  await openTppForm(page);
  await asAgent(page).check();
}
const addRow = (page: Page) => page.getByRole('button', { name: 'Add another class member' });

test('rows are added and removed, and the others keep their content', { tag: '@phone' }, async ({ page }) => {
  await openRows(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 1).getByRole('button')).toHaveCount(0); // the last one cannot be removed
  await nameIn(page, 1).fill('First Plan');
  await addRow(page).click();
  await expect(nameIn(page, 2)).toBeFocused();
  await nameIn(page, 2).fill('Second Plan');
  await addRow(page).click();
  await nameIn(page, 3).fill('Third Plan');
  await feinIn(page, 3).fill(' 123456789 ');
  await nameIn(page, 3).focus();
  await expect(feinIn(page, 3)).toHaveValue('123456789');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Class member 2' }).click();
  await expect(page.getByText('Class member 2 was removed.')).toBeVisible();
  await expect(addRow(page)).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
  await expect(nameIn(page, 1)).toHaveValue('First Plan');
  await expect(nameIn(page, 2)).toHaveValue('Third Plan');
  await expect(feinIn(page, 2)).toHaveValue('123456789');
});

test('rows whose script never comes are said to be missing', async ({ page }) => {
  await page.clock.install();
  await holdScript(page, 'row-number');
  await openRows(page);
  await page.clock.runFor(20_000);
  await expect(page.getByRole('alert')).toContainText('This part of the form did not load.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the Enter key moves down, and adds a row at the end; it does not submit', async ({ page }) => {
  await openRows(page);
  await nameIn(page, 1).fill('First Plan');
  await nameIn(page, 1).press('Enter');
  await expect(nameIn(page, 2)).toBeFocused();
  await feinIn(page, 1).press('Enter');
  await expect(feinIn(page, 2)).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('This Field is required')).toHaveCount(0);
});

test('the summary links into the rows with their messages, and gives the number of the others', async ({ page }) => {
  await openRows(page);
  const faulty = classMembers(40).map((member, index) =>
    index < 2 ? member : { ...member, classMemberFEIN: '12345' },
  );
  await paste(nameIn(page, 1), asTable(faulty));
  await nameIn(page, 1).fill('A');
  await nameIn(page, 2).fill('Plan; two');
  await submit(page);
  const summary = page.getByRole('region', { name: /answers need another look/ });
  await expect(summary).toContainText('Class member 1, Name: Field must be at least 2 characters');
  await expect(summary).toContainText('Class member 2, Name: Only use letters, numbers, periods,');
  await expect(summary.getByRole('link')).toHaveCount(30);
  await expect(summary).toContainText(/and \d+ more/);
  await expectAccessible(page);
  const link = summary.getByRole('link', { name: 'Class member 3, FEIN: Field must be at least 9 characters' });
  await link.click();
  await expect(feinIn(page, 3)).toBeFocused();
  await expect(feinIn(page, 3)).toHaveAttribute('aria-invalid', 'true');
  await expect(feinIn(page, 3)).toHaveAccessibleDescription(
    'Field must be at least 9 characters You typed 5 digits. Enter 9.',
  );
  await feinIn(page, 3).fill('123456789');
  await expect(feinIn(page, 3)).not.toHaveAttribute('aria-invalid');
  await expect(link).toHaveCount(0);
});
