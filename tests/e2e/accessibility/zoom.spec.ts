import type { Page } from '@playwright/test';
import { expect, test } from '../members.ts';
import { answer, control, languages } from '../without-script.ts';
import { findHiddenFocus } from './keyboard.ts';
import { openConsumerForm, openForm, submit } from './scripted.ts';
import { waitForHydration } from '../hydration.ts';

// 400% zoom on a 1280 by 1024 screen: the states of forms. settlement/accessibility.spec.ts covers the initial pages.
test.use({ viewport: { width: 320, height: 256 } });
const readSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('at 400% zoom a form with errors and rows is one column, and the summary, then the invalid field, is in view', async ({
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
  expect(await findHiddenFocus(page)).toBe('');
  await summary.getByRole('link').first().click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
  expect(await findHiddenFocus(page)).toBe('');
});

test('at 400% zoom a dialog fits, and all of it can be reached', async ({ page, member }) => {
  const { en } = languages;
  await page.clock.install();
  await openConsumerForm(page, en, member);
  await page.clock.fastForward(110 * 60_000);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const box = await dialog.boundingBox();
  expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 999) <= 256).toBe(true);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Let it end' })).toBeFocused();
  expect(await findHiddenFocus(page)).toBe('');
  expect(await readSidewaysScroll(page)).toBe(0);
});

test('at 400% zoom the toast leaves the focused field in view', async ({ page }) => {
  const { en } = languages;
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await answer(page, en.login, { noticeId: '999999999', uniqueId: 'ZZZZ9999' });
  await page.getByRole('button', { name: en.loginButton }).click();
  await expect(page.getByRole('alert')).toContainText('User not found');
  await expect(control(page, en.login, 'noticeId')).toBeFocused();
  expect(await findHiddenFocus(page)).toBe('');
});
