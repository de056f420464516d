import { site } from '@redress/content/site';
import { passCaptcha } from './consumer.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './members.ts';

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme} colours`, () => {
    test.use({ colorScheme: scheme });
    for (const { path } of site.pages) {
      test(`${path} has no barrier that axe finds, and does not scroll sideways`, async ({ page }) => {
        await page.goto(path);
        await expect(
          page
            .getByRole('heading', { level: 1 })
            .or(page.getByRole('heading', { level: 2 }))
            .first(),
        ).toBeVisible();
        await expectAccessible(page);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wide).toBe(0);
      });
    }
  });
}

test('every link of every page leads somewhere', async ({ page, request }) => {
  const targets = new Set<string>();
  for (const { path } of site.pages) {
    await page.goto(path);
    for (const href of await page
      .locator('a[href^="/"], a[href^="#"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
      if (href.startsWith('#'))
        expect(await page.locator(`[id="${href.slice(1)}"]`).count(), `${path} ${href}`).toBe(1);
      else targets.add(href);
    }
  }
  for (const target of targets) expect((await request.get(target)).status(), target).toBe(200);
});

test('an unknown address says so, with ways on', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expectAccessible(page);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the form page gives the mail route', async ({ page }) => {
    await page.goto('/consumera-claimants');
    const note = page.locator('noscript .note');
    await expect(note).toBeVisible();
    await expect(note).toContainText('You can file by mail instead');
    await expect(note).toContainText('P.O. Box 99900');
    await expect(page.getByRole('button', { name: 'SUBMIT' })).toBeDisabled();
  });
});

for (const page of site.pages.filter(({ kind }) => kind === 'form')) {
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
