import { expect, test } from '../e2e/members.ts';
import { site } from '@redress/content/site';
import type { SiteManifest } from '@redress/contract/settlement';

const manifest: SiteManifest = site;
/** Two pages of the navigation; the second is visible from the first. */
const [here, there] = manifest.pages.filter(({ navigation }) => navigation !== undefined);

test('the page behind a hovered link is loaded before the click', async ({ page }) => {
  if (!here || !there) throw new Error('The navigation needs two pages');
  await page.goto(here.path);
  const link = page.getByRole('navigation').getByRole('link', { name: there.navigation ?? '', exact: true });
  const ahead = page.waitForResponse((response) => new URL(response.url()).pathname === there.path);
  await link.hover();
  expect(await (await ahead).request().headerValue('sec-purpose')).toBe('prefetch');
  await link.click();
  await page.waitForURL(there.path);
  const deliveryType = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry && 'deliveryType' in entry ? entry.deliveryType : undefined;
  });
  expect(deliveryType).toBe('navigational-prefetch');
});
