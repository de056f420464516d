import { expect, type Page, test } from '@playwright/test';
import { findBarriers } from './axe.ts';
import { findCovered } from './covered.ts';

/** Matches the addresses of a route below `/console`. */
const addressOf = (route: string) =>
  new RegExp(
    `^/console${route === 'index' ? '/?' : route === '*' ? '/nothing-here' : `/${route.replaceAll(/:\w+/g, '[^/]+')}`}$`,
  );

/**
 * Finds controls that work with the mouse but that Tab leaves out. In a menu, a list of options or
 * a group of tabs, the arrow keys reach them.
 */
const findUnreachable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter(
        (each) => each.checkVisibility() && each.tabIndex < 0 && each.closest('[aria-hidden=true], [role]') === null,
      )
      .map((each) => each.outerHTML.slice(0, 120)),
  );

/** The page needs no scrolling sideways. */
const expectToFit = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

/** At this width, nothing covers a control that has the focus. */
async function expectUncovered(page: Page, route: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  expect.soft(await findCovered(page), `${route}, ${width} pixels`).toEqual([]);
}

/** Nightly and for pictures, screens are checked at all widths and in both color schemes. */
const isWhole = process.env['LONG_TESTS'] !== undefined || process.env['SCREENSHOTS'] !== undefined;

/**
 * Checks the screen that the page shows, which is the one of this route of `routes.tsx`: axe, what
 * Tab reaches, 400% zoom, and what covers the focus where bars cover the most. The focus then is on
 * the first control, and the window as large as before.
 */
export const checkScreen = (page: Page, route: string): Promise<void> =>
  test.step(`the screen ${route} is accessible`, async () => {
    expect(new URL(page.url()).pathname).toMatch(addressOf(route));
    const size = page.viewportSize();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect.soft(await findUnreachable(page), route).toEqual([]);
    expect.soft(await findBarriers(page), route).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    await expectToFit(page, 320);
    await expectUncovered(page, route, 375);
    for (const width of isWhole ? [375, 1920, 1280] : []) {
      if (width === 1280) await expectUncovered(page, route, width);
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page, width);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await findBarriers(page), `${route}, ${width} pixels, ${colorScheme}`).toEqual([]);
      }
    }
    if (size) await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: null });
  });
