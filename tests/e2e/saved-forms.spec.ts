import { savedFormFragment } from '@redress/contract/saved-form-link';
import type { Page } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partsOf } from '../setup/mail-server.ts';
import { expectAccessible } from './axe.ts';
import { answers, field, fillForm, logIn, openForm, passCaptcha, readClaimNumber, submit } from './consumer.ts';
import { goOnline, waitForHydration } from './hydration.ts';
import { expect, test } from './members.ts';
import { control } from './tpp.ts';
import { answer, control as controlOf, expectKept, languages, openWithKey, press } from './without-script.ts';

/** The link in the message to an address, which the server wrote to a file. */
async function readLink(email: string): Promise<string> {
  const folder = process.env['E2E_MAIL_FOLDER'] ?? '';
  for (const name of await readdir(folder)) {
    // A message of another test may still be a `.part`, which gets another name.
    if (!/^saved-form-.*\.eml$/.test(name)) continue;
    const raw = await readFile(join(folder, name), 'latin1');
    if (!raw.includes(`To: ${email}`)) continue;
    const link = partsOf(raw)[0]
      ?.bytes.toString('utf8')
      .match(/http\S+/)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error(`There is no message to ${email}`);
}

let count = 0;
/** An address that no other test writes to. */
const newEmail = () => `saved-${process.pid}-${(count += 1)}@example.com`;

const saveButton = (page: Page, name = 'Save and finish later') => page.getByRole('button', { name }).last();
const dialog = (page: Page) => page.getByRole('dialog');

async function save(page: Page, email: string): Promise<string> {
  await saveButton(page).click();
  await dialog(page).getByLabel('Email address').fill(email);
  await dialog(page).getByRole('button', { name: 'Email me the link' }).click();
  await expect(dialog(page).getByText(`We sent the link to ${email}.`)).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Back to the form' }).click();
  await expect(dialog(page)).toHaveCount(0);
  return readLink(email);
}

test('a consumer saves the form, and files it from another device @phone', async ({ page, member, browser }) => {
  await openForm(page, member);
  await fillForm(page);
  await saveButton(page).click();
  await expect(dialog(page).getByText('A saved form is not a filed claim.')).toBeVisible();
  await expect(dialog(page).getByLabel('Email address')).toHaveValue(answers['Email address']);
  await page.keyboard.press('Escape');
  await expect(saveButton(page)).toBeFocused();
  const link = await save(page, newEmail());

  const other = await browser.newContext();
  const device = await other.newPage();
  await device.goto(link);
  const note = device.getByRole('status').filter({ hasText: 'Here is the form that you saved on' });
  await expect(note).toBeFocused();
  await expect(note).toContainText('Please add these again:');
  // The code is in neither the address nor the storage.
  await expect(device).toHaveURL(/\/consumera-claimants$/);
  const code = link.split(savedFormFragment)[1] ?? '';
  expect(code).toHaveLength(34);
  const stored = await device.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  );
  for (const secret of [code, code.replaceAll('-', ''), member.noticeId]) expect(stored).not.toContain(secret);
  const { 'Electronic signature': _signature, 'Phone number': _phone, ...kept } = answers;
  for (const [label, value] of Object.entries(kept)) await expect(field(device, label)).toHaveValue(value);
  await expect(field(device, 'Phone number')).toHaveValue('602 555-0142');
  await expect(device.getByLabel('State', { exact: true })).toHaveValue('Arizona');
  await expect(device.getByLabel('I am a class member')).toBeChecked();
  await expect(field(device, 'Electronic signature')).toHaveValue('');

  // The link does not log anyone in.
  await logIn(device, member);
  await device.getByRole('link', { name: 'Next' }).first().click();
  await expect(device.getByText(`Notice ID ${member.noticeId}`)).toBeVisible();
  await expect(field(device, 'Street address')).toHaveValue(kept['Street address']);
  await field(device, 'Electronic signature').fill(answers['Electronic signature']);
  await passCaptcha(device);
  const deleted = device.waitForRequest((request) => request.method() === 'DELETE');
  await submit(device);
  await deleted;
  await readClaimNumber(device);
  // The claim is filed, so the link opens nothing any more.
  await expect(async () => {
    await device.goto('/');
    await device.goto(link);
    await expect(dialog(device).getByText(/We have no saved form for this link/)).toBeVisible();
  }).toPass();
  await other.close();
});

test('the dialogs and the opened form pass axe, in dark mode too @phone', async ({ page, browser }) => {
  await page.goto('/es/consumerb-claimants');
  await waitForHydration(page);
  await controlOf(page, languages.es.individual, 'name1').fill('Quinta Persona');
  await saveButton(page, 'Guardar y terminar después').click();
  const email = newEmail();
  await dialog(page).getByLabel('Correo electrónico').fill(email);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Enviarme el enlace' }).click();
  await expect(dialog(page).getByText(`Enviamos el enlace a ${email}.`)).toBeFocused();
  await expectAccessible(page);
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const device = await context.newPage();
  const link = await readLink(email);
  await device.goto(link.slice(0, -2));
  await expect(dialog(device).getByText('Este enlace o código no está completo.')).toBeVisible();
  await expectAccessible(device);
  const { width } = (await dialog(device).boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThanOrEqual(320);
  await dialog(device).getByRole('button', { name: 'Volver al formulario' }).click();
  await device.evaluate((hash) => void (location.hash = hash), new URL(link).hash);
  await expect(device.getByText('Este es el formulario que usted guardó el')).toBeVisible();
  await expect(controlOf(device, languages.es.individual, 'name1')).toHaveValue('Quinta Persona');
  await expectAccessible(device);
  await context.close();
});

test('a tab with its own answers asks before a link replaces them', async ({ page, browser }) => {
  await page.goto('/consumerb-claimants');
  await waitForHydration(page);
  await control(page, 'Claimant name').fill('First Person');
  const link = await save(page, newEmail());
  const context = await browser.newContext();
  const device = await context.newPage();
  await device.goto('/consumerb-claimants');
  await waitForHydration(device);
  await control(device, 'Claimant name').fill('Second Person');
  // Only what follows # changes, so the page does not load again.
  await device.goto(link);
  await dialog(device).getByRole('button', { name: 'Keep what is here' }).click();
  await expect(device).toHaveURL(/\/consumerb-claimants$/);
  await expect(control(device, 'Claimant name')).toHaveValue('Second Person');
  await device.goto(link);
  await dialog(device).getByRole('button', { name: 'Open my saved form' }).click();
  await expect(control(device, 'Claimant name')).toHaveValue('First Person');
  await device.reload();
  await expect(control(device, 'Claimant name')).toHaveValue('First Person');
  // Saved again, the older link ends.
  await save(device, newEmail());
  await device.goto(link);
  await expect(dialog(device).getByText(/We have no saved form for this link/)).toBeVisible();
  await dialog(device).getByRole('button', { name: 'Back to the form' }).click();
  await expect(control(device, 'Claimant name')).toHaveValue('First Person');
  await context.close();
});

test('an address is no address, or the connection fails and comes back', async ({ page, context }) => {
  await page.goto('/consumerb-claimants');
  await waitForHydration(page);
  await control(page, 'Claimant name').fill('Third Person');
  await saveButton(page).click();
  await dialog(page).getByLabel('Email address').fill('nobody');
  await dialog(page).getByRole('button', { name: 'Email me the link' }).click();
  await expect(dialog(page).getByText('Please enter an email address, such as name@example.com.')).toBeVisible();
  await expect(dialog(page).getByLabel('Email address')).toBeFocused();
  await context.setOffline(true);
  const email = newEmail();
  await dialog(page).getByLabel('Email address').fill(email);
  await dialog(page).getByRole('button', { name: 'Email me the link' }).click();
  await expect(dialog(page).getByText(/nothing was saved\. Your answers are still here/)).toBeVisible();
  await goOnline(page);
  await dialog(page).getByRole('button', { name: 'Email me the link' }).click();
  await expect(dialog(page).getByText(`We sent the link to ${email}.`)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Back to the form' }).click();
  const link = await readLink(email);

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/');
  await page.goto(new URL(link).pathname);
  await waitForHydration(page);
  await context.setOffline(true);
  await page.evaluate((hash) => void (location.hash = hash), new URL(link).hash);
  await expect(dialog(page).getByText(/Your saved form is safe/)).toBeVisible();
  await goOnline(page);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(control(page, 'Claimant name')).toHaveValue('Third Person');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test('a form is saved, and opened by its code', async ({ page, browser }) => {
    const form = languages.en.individual;
    const email = newEmail();
    const kept = { name1: 'Eva Ríos', city: 'Tampa', email };
    await openWithKey(page, '/consumerb-claimants');
    await answer(page, form, { ...kept, signature: 'Eva Ríos' });
    await page.locator('summary', { hasText: 'Save and finish later' }).click();
    await press(page, 'Email me the link');
    await expect(page.getByText(/^Your form is saved\./)).toBeVisible();
    await expect(page).not.toHaveTitle(languages.en.errorTitle);
    await expectKept(page, form, { ...kept, signature: 'Eva Ríos' });

    const code = (await readLink(email)).split(savedFormFragment)[1] ?? '';
    const context = await browser.newContext({ javaScriptEnabled: false });
    const device = await context.newPage();
    await openWithKey(device, '/consumerb-claimants');
    for (const [typed, message] of [
      [code.slice(2), /^This link or code is not complete\./],
      [code.toLowerCase(), /^Your saved form is open\./],
    ] as const) {
      await device.getByText('Did you save this form earlier?').click();
      await device.getByLabel('The code from our email').fill(typed);
      await press(device, 'Open my saved form');
      await expect(device.getByText(message)).toBeVisible();
    }
    await expectKept(device, form, { ...kept, signature: '' });
    await expect(controlOf(device, form, 'noticeId')).toHaveValue('');
    await context.close();
  });
});
