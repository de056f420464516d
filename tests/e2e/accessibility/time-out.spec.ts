import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../members.ts';
import { answer, control, languages } from '../without-script.ts';
import { filledIn } from './filled-in.ts';
import { openConsumerForm, openForm, passCaptcha, submit } from './scripted.ts';

// A login lasts two hours from the last API call of the session (WCAG 2.2.1: warn in time, and
// extend with one press).

const en = {
  title: 'Stay logged in?',
  ended: 'Your login has ended',
  near: /^Your login ends at \d+:\d\d\s[AP]M\.$/,
  stay: 'Stay logged in',
  unreachable: 'We could not reach the server.',
  letEnd: 'Let it end',
  back: 'Back to the form',
};
const question = (page: Page): Locator => page.getByRole('dialog', { name: en.title });

/** Moves the clock of the page, not of the server. */
const later = (page: Page, minutes: number) => page.clock.fastForward(minutes * 60_000);
/** The server has answered, and the page has handled the response: it gets a later one. */
const waitForSessionCall = async (page: Page) => {
  await page.waitForResponse('**/api/session');
  await page.evaluate(async () => (await fetch(location.href)).text());
};

test('ten minutes before a login ends, a dialog says when and gives more time', async ({ page, member }) => {
  const form = languages.en.consumer;
  await page.clock.install();
  await openConsumerForm(page, languages.en, member);
  await later(page, 109);
  await control(page, form, 'city').focus();
  await expect(question(page)).toHaveCount(0);
  await later(page, 1);
  await expect(question(page).getByText(en.near)).toBeVisible();
  const stay = page.getByRole('button', { name: en.stay });
  await expect(stay).toBeFocused();
  await expectAccessible(page);
  await page.route('**/api/session', (route) => route.abort('connectionreset'));
  await stay.click();
  await expect(question(page).getByRole('alert')).toContainText(en.unreachable);
  await page.unroute('**/api/session');
  // Like every dialog, it keeps the focus inside and returns it.
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    const isInside = page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(await isInside).toBe(true);
  }
  await stay.focus();
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveCount(0);
  await expect(control(page, form, 'city')).toBeFocused();

  // The claimant goes on typing in the same field.
  await page.keyboard.type('El ');
  await expect(control(page, form, 'city')).toHaveValue('El ');

  // While the claimant types, the page extends the login by itself, and not with every key.
  await later(page, 105);
  let calls = 0;
  page.on('request', (request) => (calls += request.url().endsWith('/api/session') ? 1 : 0));
  const asked = waitForSessionCall(page);
  await page.keyboard.type('Mirage');
  await asked;
  expect(calls).toBe(1);

  // Any number of times. "Esc" answers as the button beside does, and then nothing is asked again.
  await later(page, 109);
  await expect(question(page)).toHaveCount(0);
  await later(page, 1);
  await expect(page.getByRole('button', { name: en.letEnd })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await later(page, 5);
  await expect(question(page)).toHaveCount(0);
  await later(page, 5);
  await expect(page.getByRole('alert')).toContainText(en.ended);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after the login expires everything typed stays, and SUBMIT asks for the login', async ({
  page,
  member,
  context,
}) => {
  const form = languages.en.consumer;
  await page.clock.install();
  await openConsumerForm(page, languages.en, member);
  await answer(page, form, filledIn.consumer);
  await later(page, 110);
  await expect(question(page)).toBeVisible();
  await later(page, 10);
  const dialog = page.getByRole('dialog', { name: en.ended });
  await expect(dialog.getByRole('alert')).toContainText('Nothing you typed was lost.');
  await expect(dialog.getByRole('button', { name: en.back })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(en.ended);
  await expect(control(page, form, 'name1')).toHaveValue(filledIn.consumer.name1);
  await expect(control(page, form, 'signature')).toHaveValue(filledIn.consumer.signature);
  // The server’s clock did not move, so the test removes its login.
  await context.clearCookies({ name: 'redress-login' });
  await passCaptcha(page);
  await submit(page, languages.en);
  const login = page.getByRole('dialog');
  await expect(login).toContainText(en.ended);
  await answer(page, languages.en.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
  await login.getByRole('button', { name: languages.en.loginButton }).click();
  await expect(page).toHaveURL(/consumer-complete/);

  // A login keeps its time while the page shows a filed claim. No call of the last page is waited for.
  await page.goto('about:blank');
  const asked = waitForSessionCall(page);
  await openForm(page, languages.en, 'consumera-claimants');
  await asked;
  await later(page, 60);
  await page.getByRole('button', { name: 'File another claim' }).click();
  await expect(control(page, form, 'city')).toBeVisible();
  await later(page, 49);
  await expect(question(page)).toHaveCount(0);
  await later(page, 1);
  await expect(question(page)).toBeVisible();

  // A form without a login shows nothing about it.
  await openForm(page, languages.en, 'consumerb-claimants');
  await later(page, 121);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(en.ended)).toHaveCount(0);
});
