import type { Page } from '@playwright/test';
import { expect, test } from '../members.ts';
import { answer, control, languages } from '../without-script.ts';
import { expectVisibleFocus } from './keyboard.ts';
import { openConsumerForm, openForm, submit } from './scripted.ts';
import { phone } from '../settings.ts';
import { expectTargets } from './targets.ts';
import { waitForHydration } from '../hydration.ts';

// 400% zoom on a 1280 by 1024 screen: the states of forms. settlement/accessibility.spec.ts covers the initial pages.
test.use({ viewport: { width: 320, height: 256 }, hasTouch: true });
const readSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('at 400% zoom a form with errors and rows is one column, and the summary, then the invalid field, is in view; on a phone its controls are large enough', async ({
  page,
}) => {
  const { es } = languages;
  await openForm(page, es, 'tpp-claimants');
  await answer(page, es.tpp, { optSectionRadio: 'Agent' });
  await page.getByRole('button', { name: es.addRow }).click();
  await submit(page, es);
  const summary = page.locator('.summary');
  await expect(summary).toBeFocused();
  expect(await readSidewaysScroll(page)).toBe(0);
  await expectVisibleFocus(page);
  await summary.getByRole('link').first().click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
  await expectVisibleFocus(page);
  await page.setViewportSize(phone.viewport);
  await expectTargets(page, 'the TPP form with rows and errors');
});

test('at 400% zoom the toast leaves the focused field in view, and all of a dialog can be reached', async ({
  page,
  member,
}) => {
  const { en } = languages;
  await page.clock.install();
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await answer(page, en.login, { noticeId: '999999999', uniqueId: 'ZZZZ9999' });
  await page.getByRole('button', { name: en.loginButton }).click();
  await expect(page.getByRole('alert')).toContainText('User not found');
  await expect(control(page, en.login, 'noticeId')).toBeFocused();
  await expectVisibleFocus(page);

  await openConsumerForm(page, en, member);
  await page.clock.fastForward(110 * 60_000);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const isInView = async () => {
    const { y, height } = (await dialog.boundingBox()) ?? { y: -1, height: 0 };
    return y >= 0 && y + height <= 256;
  };
  await expect.poll(isInView).toBe(true);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Let it end' })).toBeFocused();
  await expectVisibleFocus(page);
  expect(await readSidewaysScroll(page)).toBe(0);
});
