import { settlement } from '@redress/content/settlement';
import { newestVersionOf } from '@redress/contract/claim-forms';
import { expect, test } from './members.ts';

/** The heading of a form, by the language of its page. */
const messages = {
  en: { captcha: 'I am not a robot', checked: 'Checked.' },
  es: { captcha: 'No soy un robot', checked: 'Revisado.' },
};

for (const page of settlement.site.pages) {
  if (page.kind !== 'form') continue;
  const { path, form: id, language = 'en' } = page;
  const form = newestVersionOf(settlement.claimForms, id);
  const hasCaptcha = form?.sections.some(({ items }) => items.some(({ kind }) => kind === 'captcha'));
  test(`${path} ships at most 75 kB of script, and none of it is inline`, async ({ page: tab }) => {
    const scripts: Promise<number>[] = [];
    tab.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(
          response
            .request()
            .sizes()
            .then((sizes) => sizes.responseBodySize),
        );
    });
    await tab.goto(path);
    if (hasCaptcha === true) {
      // Includes what the captcha loads, except the worker's own script, which
      // apps/site/build/pages.test.ts adds.
      await tab.getByLabel(messages[language].captcha).click();
      await expect(tab.getByText(messages[language].checked, { exact: false })).toBeVisible({ timeout: 30_000 });
    }
    const bytesSoFar = async () => {
      await tab.waitForLoadState('networkidle');
      return (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    };
    const bytes = await bytesSoFar();
    expect(bytes).toBeGreaterThan(65_000);
    expect(bytes).toBeLessThanOrEqual(75_000);
    // What SUBMIT needs loads once somebody fills in the form, and only then.
    await tab.locator('main form').getByRole('textbox').first().fill('Ana');
    await expect.poll(bytesSoFar).toBeGreaterThan(bytes + 5_000);
    expect(await bytesSoFar()).toBeLessThanOrEqual(bytes + 15_000);
    expect(await tab.locator('script:not([src])').count()).toBe(0);
  });
}
