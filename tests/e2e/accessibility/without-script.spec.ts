import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../members.ts';
import { tagsOf } from '../settings.ts';
import { answer, expectErrors, languages, press, readNumber } from '../without-script.ts';
import { filledIn } from './filled-in.ts';
import { tabTo } from './keyboard.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
test.setTimeout(90_000);

for (const [language, messages] of Object.entries(languages)) {
  test(
    `pages that the server renders without script pass axe, ${language}`,
    tagsOf(language),
    async ({ page, member, browser }) => {
      await page.goto(`${messages.prefix}/consumer-login`);
      await press(page, messages.loginButton);
      await expect(page).toHaveTitle(messages.errorTitle);
      await expectRenderedAccessible(browser, page);
      await page.goto(`${messages.prefix}/consumera-claimants`);
      await answer(page, messages.consumer, { ...filledIn.consumer, zip: '850' });
      await press(page, messages.submit);
      await expect(page.locator('#outcome')).toBeFocused(); // the form itself asks for the login
      await expectRenderedAccessible(browser, page);
      await answer(page, messages.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
      await press(page, messages.submit);
      await expectErrors(page, messages, 1);
      await expectRenderedAccessible(browser, page);
      await answer(page, messages.consumer, { zip: '85004' });
      await press(page, messages.submit);
      await readNumber(page, messages, messages.consumer.referencePrefix);
      await expectRenderedAccessible(browser, page);

      await page.goto(`${messages.prefix}/tpp-claimants`);
      await answer(page, messages.tpp, { optSectionRadio: 'Agent' });
      await press(page, messages.continue);
      await press(page, messages.addRow);
      await press(page, messages.submit);
      await expect(page.locator('.summary')).toBeVisible();
      await expectRenderedAccessible(browser, page);
    },
  );
}

test('without script too, the keyboard reaches the errors from the top of the returned page', async ({ page }) => {
  const { es } = languages;
  await page.goto('/es/consumerb-claimants');
  await answer(page, es.individual, { ...filledIn.individual, zip: '850' });
  await press(page, es.submit);
  await expectErrors(page, es, 1);
  await tabTo(page, page.locator('.summary a').first());
  await page.keyboard.press('Enter');
  await expect(page.locator('[name="zip"]')).toBeFocused();
  await expect(page.locator('[name="zip"]')).toHaveAttribute('aria-invalid', 'true');
});

/**
 * axe is a script: it checks a copy of the page, in a window where scripts run but the page has
 * none.
 */
async function expectRenderedAccessible(browser: Browser, page: Page): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: true, viewport: page.viewportSize() });
  const copy = await context.newPage();
  const html = await page.content();
  await copy.route('**/*.js', (route) => route.abort());
  const { pathname } = new URL(page.url());
  await copy.route(
    (url) => url.pathname === pathname,
    (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await copy.goto(page.url());
  await expectAccessible(copy);
  await context.close();
}
