import { site } from '@redress/content/site';
import type { SiteManifest } from '@redress/contract/manifest';
import { passCaptcha } from './consumer.ts';
import { expect, test } from './members.ts';

const manifest: SiteManifest = site;
const formPages = manifest.pages.filter((page) => page.kind === 'form');

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  for (const { path, texts, mailingAddress } of formPages) {
    test(`${path} gives the mail route`, async ({ page }) => {
      await page.goto(path);
      const note = page.locator('noscript .note');
      await expect(note).toBeVisible();
      for (const line of [texts.withoutScript, ...mailingAddress]) await expect(note).toContainText(line);
      await expect(page.getByRole('button', { name: 'SUBMIT' })).toBeDisabled();
    });
  }
});

for (const page of formPages) {
  test(`${page.path} ships at most 72 kB of script, and none of it stands in the page`, async ({ page: tab }) => {
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
    await tab.goto(page.path);
    await expect(tab.getByRole('button', { name: 'SUBMIT' })).toBeEnabled();
    if ((await tab.getByLabel('I am not a robot').count()) > 0) await passCaptcha(tab); // the proof of work's script is fetched then
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(40_000);
    expect(bytes).toBeLessThanOrEqual(72_000);
    expect(await tab.locator('script:not([src])').count()).toBe(0);
  });
}
