import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { fillForm, openForm, passCaptcha, readClaimNumber, submit } from './consumer.ts';
import { readFiledClaim } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { asAgent, control, feinIn, fillAgent, fillPurchasesAndSignature, nameIn, openTppForm } from './tpp.ts';
import { waitForHydration } from './hydration.ts';
import { expectSummaryOnTop } from './without-script.ts';

/** Types as people do, then leaves the field. */
async function type(into: Locator, text: string): Promise<void> {
  await into.fill('');
  await into.pressSequentially(text);
  await expect(into, 'nothing changes while somebody types').toHaveValue(text);
  await into.blur();
}

test(
  'what people add out of habit leaves a field when they leave it, and the claim is filed as shown',
  { tag: '@phone' },
  async ({ page, member }) => {
    await openForm(page, member);
    await fillForm(page);
    for (const [label, typed, shown] of [
      ['First and last name', 'Doe, Jane', 'Doe Jane'],
      ['Street address', '12 Elm Street, Apt 4', '12 Elm Street Apt 4'],
      ['ZIP code', '85004 1234', '85004-1234'],
      // It can be read in two ways, and stays.
      ['Total amount you paid, in dollars', '1.234,50', '1.234,50'],
      ['Total amount you paid, in dollars', '$1,234.50', '1234.50'],
      ['Number of prescriptions you filled', '1,024', '1024'],
    ] as const) {
      const field = page.getByLabel(label).first();
      await type(field, typed);
      await expect(field).toHaveValue(shown);
    }
    // Improbable answers raise a question, and are filed unchanged.
    await page.getByLabel('Email address').fill('jane@localhost');
    await page.getByLabel('Number of prescriptions you filled').fill('0');
    await passCaptcha(page);
    await expect(questionOf(page, 'email')).toHaveText('Is this right? The address has no ending such as .com.');
    await expect(questionOf(page, 'totalNumOfPrescriptions')).toHaveText('You entered 0. Is that right?');
    await expect(page.locator('.error')).toHaveCount(0);
    // The Enter key submits without leaving the field.
    await page.getByLabel('Electronic signature').fill('Jane Doe, Executor');
    await page.getByLabel('Electronic signature').press('Enter');
    expect((await readFiledClaim(await readClaimNumber(page))).answers).toMatchObject({
      name1: 'Doe Jane',
      street1: '12 Elm Street Apt 4',
      zip: '85004-1234',
      repealerStateTotalAmountPaid: '1234.50',
      email: 'jane@localhost',
      totalNumOfPrescriptions: '0',
      signature: 'Jane Doe Executor',
    });
  },
);

test('what a browser fills in, or kept from before the page was left, is tidied in sight', async ({ page, member }) => {
  await openForm(page, member);
  const street = page.getByLabel('Street address');
  await fillUnfocused(street, '12 Elm Street, Apt 4');
  await expect(street).toHaveValue('12 Elm Street Apt 4');
  await page.getByLabel('City').pressSequentially('Mesa, AZ');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:consumer'))).toContain('Mesa, AZ');
  await page.reload();
  await expect(page.getByLabel('City')).toHaveValue('Mesa AZ');
});

/** As browsers autofill: without focus. */
async function fillUnfocused(input: Locator, text: string): Promise<void> {
  await input.evaluate((element, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
    for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));
  }, text);
}

/** The sentence below a field that asks whether its answer is right. */
const questionOf = (page: Page, name: string) => page.locator(`#field-${name}-question`);

test('an email address with a typing error is questioned, with a suggestion', async ({ page, member }) => {
  await openForm(page, member);
  const email = page.getByLabel('Email address');
  await email.pressSequentially('jane@gmial.com');
  await expect(questionOf(page, 'email')).toBeEmpty();
  await email.press('Tab');
  await expect(questionOf(page, 'email')).toHaveText('Did you mean jane@gmail.com?');
  await expect(email).toHaveAccessibleDescription(/Did you mean jane@gmail\.com\?$/);
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expectAccessible(page);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Use jane@gmail.com' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue('jane@gmail.com');
  await expect(email).toBeFocused();
  await email.press('Tab');
  await expect(questionOf(page, 'email')).toBeEmpty();
  // The draft has the address that was taken.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:consumer'))).toContain('jane@gmail.com');
});

test('below the message of a rule, a hint says how to fix what was typed, in Spanish too', async ({ page }) => {
  await page.goto('/es/tpp-claimants');
  await waitForHydration(page);
  await page.getByRole('radio', { name: /^Sección B/ }).check();
  await page.locator('[name="street1"]').fill('12 Elm Street; rear');
  await page.locator('[name="emailAddress"]').fill('jane@gmial.com');
  const fein = page.locator('[name="classMembers.0.classMemberFEIN"]');
  await fein.fill('12345');
  await page.getByRole('button', { name: 'ENVIAR', exact: true }).click();
  await expect(page.locator('#field-street1-error .fix')).toHaveText('Quite el punto y coma (;).');
  await expect(fein).toHaveAccessibleDescription(/Escribió 5 dígitos\. Deben ser 9\.$/);
  await fein.fill('123456');
  await expect(fein).toHaveAccessibleDescription(/Escribió 6 dígitos\. Deben ser 9\.$/);
  await expect(page.getByRole('button', { name: 'Usar jane@gmail.com' })).toBeVisible();
  // The summary has the rule's message alone.
  await expect(page.locator('.summary')).not.toContainText('Escribió');
  await expectAccessible(page);
});

test(
  'after a failed SUBMIT the summary is in view, nothing has moved sideways, and the title says so until all is right',
  { tag: '@phone' },
  async ({ page }) => {
    await openTppForm(page);
    await asAgent(page).check();
    await control(page, 'State').selectOption('Ohio');
    // The rows load at the first input.
    await expect(nameIn(page, 1)).toBeVisible();
    const before = await measureFields(page);
    const title = await page.title();
    await submit(page);
    const summary = page.locator('.summary');
    await expect(summary).toBeFocused();
    await expectSummaryOnTop(page);
    await expect(page).toHaveTitle(`Error: ${title}`);
    expect(await measureFields(page)).toEqual(before);

    await fillAgent(page);
    await fillPurchasesAndSignature(page);
    await nameIn(page, 1).fill('Plan 1');
    await submit(page);
    await expect(summary).toBeFocused();
    await expect(summary).toHaveAccessibleName('1 answer needs another look');
    await expectSummaryOnTop(page);
    const box = await summary.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), 'wholly in view').toBeLessThan(await page.evaluate(() => innerHeight));
    await feinIn(page, 1).fill('123456789');
    await expect(summary).toHaveCount(0);
    await expect(page).toHaveTitle(title);
  },
);

/** The left edge and the width of each control. */
const measureFields = (page: Page) =>
  page.locator('.field input, .field select').evaluateAll((controls) =>
    controls.map((element) => {
      const { left, width } = element.getBoundingClientRect();
      return [element.id, Math.round(left * 10), Math.round(width * 10), getComputedStyle(element).borderLeftWidth];
    }),
  );
