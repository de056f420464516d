import { site } from '@redress/content/site';
import { expect, test } from './members.ts';

/** What the buttons of a form are called, by the language of its page. */
const words = {
  en: { submit: 'SUBMIT', captcha: 'I am not a robot', checked: 'Checked.' },
  es: { submit: 'ENVIAR', captcha: 'No soy un robot', checked: 'Revisado.' },
};

for (const { path, language = 'en' } of site.pages.filter(({ kind }) => kind === 'form')) {
  const { submit, captcha, checked } = words[language];
  test(`${path} ships at most 75 kB of script, and none of it stands in the page`, async ({ page: tab }) => {
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
    await expect(tab.getByRole('button', { name: submit })).toBeEnabled();
    const box = tab.getByLabel(captcha);
    // The proof of work's script is fetched when the box is ticked.
    if ((await box.count()) > 0) {
      await box.click();
      await expect(tab.getByText(checked, { exact: false })).toBeVisible({ timeout: 30_000 });
    }
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(40_000);
    expect(bytes).toBeLessThanOrEqual(75_000);
    expect(await tab.locator('script:not([src])').count()).toBe(0);
  });
}
