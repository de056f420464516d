import type { Page } from '@playwright/test';
import { readReference } from './completion-page.ts';
import { fillForm, openForm, passCaptcha, pdf, submit } from './consumer.ts';
import { downloadBy } from './download.ts';
import { claimsOf, readStoredDocuments } from './filed-claims.ts';
import { waitForHydration } from './hydration.ts';
import { fillIndividual, openIndividualForm } from './individual.ts';
import { expect, test } from './members.ts';

// Nothing that a claimant does depends on what the browser stores.

test('a browser that refuses its storage shows the number of a filed claim, and its confirmation', async ({
  page,
  member,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  );
  await openForm(page, member);
  await fillForm(page);
  await passCaptcha(page);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'You filed a claim with this form' })).toBeFocused();
  const reference = await page.getByText(/^11416REF\d{10}$/).innerText();
  expect(await claimsOf(member)).toEqual([{ number: reference.slice(-10) }]);
  await page.getByRole('button', { name: 'See your confirmation' }).click();
  expect(await readReference(page)).toBe(reference);
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  // The claim's code stays in the address, which is all that a reload has.
  await waitForHydration(page);
  await page.reload();
  expect(await readReference(page)).toBe(reference);
  const download = await downloadBy(page, page.getByRole('button', { name: /receipt/i }));
  expect(download.suggestedFilename()).toBe(`receipt-${reference}.pdf`);
});

test('a browser without a storage says that leaving loses documents', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'sessionStorage', { value: null }));
  await openIndividualForm(page);
  await fillIndividual(page);
  await page.getByLabel(/^Your documents/).setInputFiles([pdf('letter.pdf')]);
  await passCaptcha(page);
  await page.route('**/SubmitDocuments**', () => {}); // never answered
  await submit(page);
  await expect(page.getByText('If you leave, you can’t send the missing ones here later.')).toBeVisible();
  await expect(page.getByText('Your confirmation page lets you send')).toHaveCount(0);
  await expect(page.getByText('letter.pdf', { exact: true })).toBeVisible();
  const reference = await page.locator('.reference').innerText();
  await page.getByRole('button', { name: 'Go on to your confirmation' }).click();
  expect(await readReference(page)).toBe(reference);
});

test('a browser without a storage carries the answers to the form in the other language', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'sessionStorage', { value: null }));
  await openIndividualForm(page);
  await fillIndividual(page);
  const form = page.locator('#claim-form');
  const action = await form.getAttribute('action');
  // The page stays, as it does when the browser comes back to it: its SUBMIT still files here.
  await page.route('**/es/**', (route) => route.fulfill({ status: 204 }));
  const sent = page.waitForRequest(/\/es\//);
  await page.getByRole('button', { name: 'Continuar en español' }).click();
  await sent;
  await expect(form).toHaveAttribute('action', action ?? '');
  await expect(form.locator('input[type=hidden][name=do]')).toHaveCount(0);
  await page.unroute('**/es/**');
  await page.getByRole('button', { name: 'Continuar en español' }).click();
  await expect(page).toHaveURL(/\/es\//);
  await expect(page.locator('input[value="Luis Moreno"]').first()).toBeVisible();
});

/** The browser keeps no cookie of the API, and has no storage. */
async function blockCookies(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  );
}
const blocked = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' });

test('a browser that blocks cookies is told so, and then files with documents', async ({ page }) => {
  await blockCookies(page);
  await openIndividualForm(page);
  await fillIndividual(page);
  await page.getByLabel(/^Your documents/).setInputFiles([pdf('letter.pdf')]);
  await passCaptcha(page);
  await submit(page);
  await expect(blocked(page)).toBeFocused();
  await submit(page);
  const reference = await readReference(page);
  const [document] = await readStoredDocuments(reference.slice(-10));
  expect(document?.name).toBe('letter.pdf');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a browser that cannot put files into an input asks for them again', async ({ page }) => {
  // Safari before 14.1.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'DataTransfer', {
      value() {
        throw new TypeError('Illegal constructor');
      },
    });
  });
  await blockCookies(page);
  await openIndividualForm(page);
  await fillIndividual(page);
  const input = page.getByLabel(/^Your documents/);
  await input.setInputFiles([pdf('letter.pdf')]);
  const files = page.getByRole('list', { name: 'Your files' });
  await expect(files).toContainText('letter.pdf');
  // The form in the other language would come without the file, so the claimant decides.
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Continuar en español' }).click();
  await expect(page.locator('#claim-form input[type=hidden][name=do]')).toHaveCount(0);
  await expect(files).toContainText('letter.pdf');
  await passCaptcha(page);
  await submit(page);
  await expect(blocked(page)).toBeFocused();
  await expect(blocked(page)).toContainText('Please choose your files again, because your browser can’t keep them.');
  await expect(files).toHaveCount(0);
  await input.setInputFiles([pdf('letter.pdf')]);
  await submit(page);
  const reference = await readReference(page);
  const [document] = await readStoredDocuments(reference.slice(-10));
  expect(document?.name).toBe('letter.pdf');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a consumer whose browser blocks cookies logs in on the form itself', async ({ page, member }) => {
  await blockCookies(page);
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await page.getByLabel('Notice ID').fill(member.noticeId);
  await page.getByLabel('Unique ID').fill(member.uniqueId);
  await page.getByLabel('Unique ID').press('Enter');
  await expect(blocked(page)).toBeFocused();
  await expect(page.getByLabel('Notice ID')).toHaveValue(member.noticeId);
  await expect(page.getByLabel('Unique ID')).toHaveValue(member.uniqueId);
  await expect(blocked(page)).toContainText('We will ask for your IDs after you press SUBMIT.');
  await blocked(page).getByRole('link').click();
  await page.getByRole('link', { name: 'Next' }).first().click();
  await waitForHydration(page);
  await fillForm(page);
  await passCaptcha(page);
  await submit(page);
  await expect(blocked(page)).toBeFocused();
  await submit(page);
  await page.getByLabel('Notice ID').fill(member.noticeId);
  await page.getByLabel('Unique ID').fill(member.uniqueId);
  await waitForHydration(page);
  await submit(page);
  expect(await readReference(page)).toMatch(/^11416REF\d{10}$/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
