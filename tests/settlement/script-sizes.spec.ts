import { settlement } from '@redress/content/settlement';
import { formKeyScript } from '@redress/contract/site-files';
import { waitForHydration } from '../e2e/hydration.ts';
import { expect, test } from '../e2e/members.ts';
import { currentForms, isClosed, isDefault } from './rule-tables.ts';

// The program and the settlement's own form. apps/site/build/pages.test.ts limits the demonstration's
// pages more strictly.
for (const page of settlement.site.pages) {
  const form = page.kind === 'form' ? currentForms.find(({ id }) => id === page.form) : undefined;
  if (!form || isClosed(form)) continue;
  const { path } = page;
  test(
    `${path} ships at most 80 kB of script until it is filled in, and only the one that makes the form key is inline`,
    { tag: isDefault ? ['@long'] : [] },
    async ({ page: tab }) => {
      const scripts: Promise<number>[] = [];
      tab.on('requestfinished', (request) => {
        if (request.resourceType() === 'script')
          scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      const bytesSoFar = async () => (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
      await tab.goto(path);
      await waitForHydration(tab);
      // Some scripts load only when the browser is idle.
      await tab.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      const bytes = await bytesSoFar();
      expect(bytes).toBeGreaterThan(30_000);
      expect(bytes).toBeLessThanOrEqual(80_000);
      // The scripts for SUBMIT load when the claimant starts to fill in the form, and only then.
      await tab.locator('main form').getByRole('textbox').first().fill('Ana');
      await expect.poll(bytesSoFar).toBeGreaterThan(bytes + 5_000);
      if (form.id !== settlement.login?.id) await expect(tab.locator('#review')).toBeVisible();
      expect(await bytesSoFar()).toBeLessThanOrEqual(bytes + 25_000);
      expect(await tab.locator('script:not([src])').allTextContents()).toEqual([formKeyScript]);
    },
  );
}
