import { site } from '@redress/content/site';
import { inBoth, inLight, printed, screenInLight, type Shot, shot } from './shot.ts';

const open = (path: string): Shot['reach'] => {
  return async (page) => {
    await page.goto(path, { waitUntil: 'networkidle' });
  };
};

/** Every page of the manifest on a first visit, and the error pages. */
export const pageShots: readonly Shot[] = [
  ...site.pages.map(({ path }) => shot(path === '/' ? 'home' : path.slice(1), inBoth, open(path))),
  shot('not-found', inLight, open('/no-such-page')),
  shot('skip-link', screenInLight, async (page) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
  }),
  shot('home-menu', screenInLight, async (page) => {
    await page.goto('/');
    // A desktop has no menu: it shows the entries.
    if (await page.locator('.menu').isVisible()) await page.locator('.menu summary').click();
  }),
  shot('home-included', inLight, async (page) => {
    await page.goto('/');
    for (const answer of ['The antidepressant or its generic', 'I did, for myself', 'Yes, and I have a notice'])
      await page.locator('.eligibility .step:visible a', { hasText: answer }).first().click();
  }),
  { name: 'consumer-login-without-script', withoutScript: true, reach: open('/consumer-login') },
  { name: 'consumera-claimants-without-script', withoutScript: true, reach: open('/consumera-claimants') },
  shot('consumera-instructions-print', printed, open('/consumera-instructions')),
];
