import type { FileChooser, Page } from '@playwright/test';
import { readReference } from '../completion-page.ts';
import { expect, test } from '../members.ts';
import { control, languages } from '../without-script.ts';
import { filledIn } from './filled-in.ts';
import { expectVisibleFocus, tabTo } from './keyboard.ts';
import { openForm } from './scripted.ts';
import { waitForHydration } from '../hydration.ts';

// From the first page to the claim number without a mouse. `tabTo` checks at each stop that the
// focus is visible.

const { en, es } = languages;

/** Ticks the captcha with the space bar, and waits for it. */
async function tickCaptcha(page: Page): Promise<void> {
  await tabTo(page, page.locator('#field-googleRecaptchaToken'));
  await page.keyboard.press('Space');
  await expect(page.locator('#field-googleRecaptchaToken')).toBeChecked();
  await expect(page.getByText(/^(Checked\. You can submit|Revisado\. Ya puede enviar)/)).toBeVisible();
}

test('a consumer logs in, corrects a mistake and files by keyboard alone, in Spanish', async ({ page, member }) => {
  // Listening takes effect in the browser some time later, so not only before the key press.
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  await page.goto('/es');
  for (const answer of [
    'El antidepresivo o su genérico',
    'Yo, para mí o para mi familia',
    'Sí, y tengo un aviso con mis números',
  ]) {
    await tabTo(page, page.locator('.eligibility').getByRole('link', { name: answer, exact: true }));
    await page.keyboard.press('Enter');
  }
  await tabTo(page, page.getByRole('link', { name: 'Presentar un reclamo de consumidor' }));
  await page.keyboard.press('Enter');
  await waitForHydration(page);
  await tabTo(page, control(page, es.login, 'noticeId'));
  await page.keyboard.type(member.noticeId);
  await page.keyboard.press('Tab');
  await page.keyboard.type(member.uniqueId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/es\/consumera-instructions$/);
  await tabTo(page, page.getByRole('link', { name: es.next, exact: true }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByText(member.noticeId)).toBeVisible();

  for (const [name, value] of Object.entries(filledIn.consumer)) {
    if (name === 'repealerStateTotalAmountPaid') {
      await tabTo(page, control(page, es.consumer, 'classMemberConfirmation'));
      await page.keyboard.press('Space');
      await expect(control(page, es.consumer, 'classMemberConfirmation')).toBeChecked();
    }
    if (typeof value !== 'string') continue;
    if (name === 'signature') {
      // The button for documents opens the browser's file dialog.
      await tabTo(page, page.locator('input[type=file]'));
      await page.keyboard.press('Space');
      await expect.poll(() => choosers.length).toBe(1);
      await choosers[0]?.setFiles([]);
    }
    if (name === 'insuranceQuestion') {
      await tabTo(page, page.locator(`[name="${name}"]`).first());
      await page.keyboard.press('Space');
      await expect(page.getByRole('radio', { name: 'Sí', exact: true })).toBeChecked();
      continue;
    }
    await tabTo(page, control(page, es.consumer, name));
    await page.keyboard.type(name === 'zip' ? '850' : value);
  }
  await tickCaptcha(page);
  await tabTo(page, page.getByRole('button', { name: es.submit }));
  await page.keyboard.press('Enter');
  await expect(page.locator('.summary')).toBeFocused();
  await expectVisibleFocus(page);
  await tabTo(page, page.locator('.summary a').first());
  await page.keyboard.press('Enter');
  await expect(control(page, es.consumer, 'zip')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('85004');
  await tabTo(page, page.getByRole('button', { name: es.submit }));
  await page.keyboard.press('Enter');
  expect(await readReference(page)).toMatch(/^11416REF/);
});

/** In the order of the form. */
const agentAnswers: Readonly<Record<string, string>> = {
  relationshipType: 'Pharmacy',
  agentsCompanyName: 'Northgate Administrators',
  contactName: 'Maria Ortiz',
  street1: '400 Harbor Way',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  phone1: '6175550111',
  emailAddress: 'claims@example.com',
  agentsTin: '987654321',
};

test('a savings club member files by keyboard alone; a payors’ agent adds and removes rows and files by keyboard alone', async ({
  page,
}) => {
  await openForm(page, en, 'consumerb-claimants');
  for (const [name, value] of Object.entries(filledIn.individual)) {
    const field = control(page, en.individual, name);
    if (name === 'outOfpocketExpensePaid') {
      await tabTo(page, page.locator(`[name="${name}"]`).first());
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: '$501-$1,000', exact: true })).toBeChecked();
      continue;
    }
    await tabTo(page, field);
    if (value === true) await page.keyboard.press('Space');
    else await page.keyboard.type(value);
  }
  await tickCaptcha(page);
  await tabTo(page, page.getByRole('button', { name: en.submit }));
  await page.keyboard.press('Enter');
  expect(await readReference(page)).toMatch(/^11416REF/);

  await openForm(page, en, 'tpp-claimants');
  await tabTo(page, page.locator('[name="optSectionRadio"]').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[name="optSectionRadio"][value="Agent"]')).toBeChecked();
  const type = async (name: string, value: string) => {
    await tabTo(page, page.locator(`[name="${name}"]`));
    await page.keyboard.type(value);
  };
  for (const [name, value] of Object.entries(agentAnswers)) await type(name, value);
  await tabTo(page, page.locator('[name="classMembers.0.classMemberName"]'));
  await page.keyboard.type('Plan 1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('100000001');
  const add = page.getByRole('button', { name: en.addRow });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(page.locator('[name="classMembers.1.classMemberName"]')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Remove Class member 2' }));
  await page.keyboard.press('Enter');
  await expect(add).toBeFocused();
  await type('repealerStateTotalAmountPaid', '250000');
  await type('signature', 'Maria Ortiz');
  await tabTo(page, page.getByRole('button', { name: en.submit }));
  await page.keyboard.press('Enter');
  // The statement of the class member is not ticked.
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: en.sendAnyway }));
  await page.keyboard.press('Enter');
  expect(await readReference(page)).toMatch(/^11415REF/);
});
