import { settlement } from '@redress/content/settlement';
import { idRequestFormIn } from '@redress/contract/translations';
import { expectAccessible } from './axe.ts';
import { query } from './filed-claims.ts';
import { goOnline, waitForHydration } from './hydration.ts';
import { expect, test } from './members.ts';
import { answer, control, expectToFit, languages, openWithKey, press } from './without-script.ts';

const button = 'Send my request';
const received = 'We received your request';
const address = { street1: '77 Larch Lane', city: 'Tempe', state: 'Arizona', zip: '85281' };

const form = idRequestFormIn(settlement, 'en');
if (!form) throw new Error('The settlement has no request for IDs');
const stored = (name: string) =>
  query(`select name, street, city, state, zip, phone, email, language from id_requests where name = $1`, [name]);

test('a phone user asks for lost IDs after mistakes', async ({ page, context }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const name = 'Ana Script';
  await page.goto('/lost-ids');
  await waitForHydration(page);
  await page.getByRole('button', { name: button }).click();
  await expect(page.locator('.summary li')).toHaveCount(6);
  await expect(page.getByText('Enter a phone number or an email address')).toHaveCount(2);
  await expectAccessible(page);
  await answer(page, form, { name1: name, ...address, phone1: '(480) 555-0123' });
  await context.setOffline(true);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('alert')).toContainText('We could not reach the server. Nothing was lost.');
  await expectAccessible(page);
  await goOnline(page);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { level: 1, name: received })).toBeVisible();
  await expectAccessible(page);
  expect(await stored(name)).toEqual([
    {
      name,
      street: '77 Larch Lane',
      city: 'Tempe',
      state: 'Arizona',
      zip: '85281',
      phone: '4805550123',
      email: null,
      language: 'en',
    },
  ]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test('asks for lost IDs, makes mistakes, and sends it twice', async ({ page }) => {
    const name = 'Ana Plain';
    await openWithKey(page, '/lost-ids');
    await answer(page, form, { name1: name, ...address, zip: '852' });
    await press(page, button);
    await expect(page).toHaveTitle(languages.en.errorTitle);
    await expect(page.locator('.summary li')).toHaveCount(2);
    await expectToFit(page);
    await expect(control(page, form, 'name1')).toHaveValue(name);
    await expect(control(page, form, 'state')).toHaveValue('Arizona');
    await answer(page, form, { zip: '85281', email: 'ana@example.com' });
    await press(page, button);
    await expect(page.getByRole('heading', { level: 1, name: received })).toBeVisible();
    // Back to before the page with the errors, which browsers do not cache.
    // The script's own page may be gone before it says that it ended.
    await page.evaluate(() => history.go(-2)).catch(() => {});
    await expect(control(page, form, 'name1')).toBeVisible();
    await answer(page, form, { name1: name, ...address, email: 'ana@example.com' });
    await press(page, button);
    await expect(page.getByRole('heading', { level: 1, name: received })).toBeVisible();
    expect(await stored(name)).toHaveLength(1);
  });
});
