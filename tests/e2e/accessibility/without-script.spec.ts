import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../members.ts';
import { tagsOf } from '../settings.ts';
import { answer, expectErrors, languages, openWithKey, press, readNumber } from '../without-script.ts';
import { filledIn } from './filled-in.ts';
import { tabTo } from './keyboard.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

for (const [language, messages] of Object.entries(languages)) {
  test(
    `pages that the server renders without script pass axe, and the keyboard reaches their errors, ${language}`,
    tagsOf(language),
    async ({ page, member, browser }) => {
      const expectCopyAccessible = await openCopies(browser, page);
      await page.goto(`${messages.prefix}/consumer-login`);
      await press(page, messages.loginButton);
      await expect(page).toHaveTitle(messages.errorTitle);
      await expectCopyAccessible();
      await openWithKey(page, `${messages.prefix}/consumera-claimants`);
      await answer(page, messages.consumer, { ...filledIn.consumer, zip: '850' });
      await press(page, messages.submit);
      await expect(page.locator('#outcome')).toBeFocused(); // the form itself asks for the login
      await expectCopyAccessible();
      await answer(page, messages.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
      await press(page, messages.submit);
      await expectErrors(page, messages, 1);
      // From the top of the returned page, the keyboard reaches the errors.
      await tabTo(page, page.locator('.summary a').first());
      await page.keyboard.press('Enter');
      await expect(page.locator('[name="zip"]')).toBeFocused();
      await expect(page.locator('[name="zip"]')).toHaveAttribute('aria-invalid', 'true');
      await expectCopyAccessible();
      await answer(page, messages.consumer, { zip: '85004' });
      await press(page, messages.submit);
      await readNumber(page, messages, messages.consumer.referencePrefix);
      await expectCopyAccessible();

      await openWithKey(page, `${messages.prefix}/tpp-claimants`);
      await answer(page, messages.tpp, { optSectionRadio: 'Agent' });
      await press(page, messages.continue);
      await press(page, messages.addRow);
      await press(page, messages.submit);
      await expect(page.locator('.summary')).toBeVisible();
      await expectCopyAccessible();
    },
  );
}

/**
 * axe is a script: it checks copies of the pages, in a window where scripts run but the copies have
 * none.
 */
async function openCopies(browser: Browser, page: Page): Promise<() => Promise<void>> {
  const context = await browser.newContext({ javaScriptEnabled: true, viewport: page.viewportSize() });
  const copy = await context.newPage();
  await copy.route('**/*.js', (route) => route.abort());
  return async () => {
    const body = await page.content();
    const { pathname } = new URL(page.url());
    const isCopied = (url: URL) => url.pathname === pathname;
    await copy.route(isCopied, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
    // Otherwise, an address that differs in its fragment alone would not load again.
    await copy.goto('about:blank');
    await copy.goto(page.url());
    await expectAccessible(copy);
    await copy.unroute(isCopied);
  };
}
