import { site } from '@redress/content/site';
import { bothSchemes, type Shot } from './shot.ts';

const open = (path: string): Shot['reach'] => {
  return async (page) => {
    await page.goto(path, { waitUntil: 'networkidle' });
  };
};

/** Every page of the manifest on a first visit, and the error pages. */
export const pageShots: readonly Shot[] = [
  ...site.pages.map(({ path }): Shot => ({
    name: path === '/' ? 'home' : path.slice(1),
    reach: open(path),
    colorSchemes: bothSchemes,
  })),
  { name: 'not-found', reach: open('/no-such-page') },
  {
    name: 'skip-link',
    screenOnly: true,
    async reach(page) {
      await page.goto('/');
      await page.keyboard.press('Tab');
    },
  },
  {
    name: 'home-menu',
    screenOnly: true,
    async reach(page) {
      await page.goto('/');
      // A desktop has no menu: it shows the entries.
      if (await page.locator('.menu').isVisible()) await page.locator('.menu summary').click();
    },
  },
  {
    name: 'home-included',
    async reach(page) {
      await page.goto('/');
      for (const answer of ['The antidepressant or its generic', 'I did, for myself', 'Yes, and I have a notice'])
        await page.locator('.eligibility summary', { hasText: answer }).first().click();
    },
  },
  { name: 'consumer-login-without-script', withoutScript: true, reach: open('/consumer-login') },
  { name: 'consumera-claimants-without-script', withoutScript: true, reach: open('/consumera-claimants') },
  { name: 'consumera-instructions-print', print: true, reach: open('/consumera-instructions') },
];
