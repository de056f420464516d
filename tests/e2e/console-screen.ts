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

/**
 * The lists of many records, and what can be above their rows besides filters. Not in this table:
 * `approvals` has a sentence and its reason in a row, and eight rows fit (`console-staff.spec.ts`);
 * `search` says where each word was found; `exports` has progress and files; `staff`, `rules`,
 * `quality`, `funds` and `allocations` have few rows, of several lines; `members/import`, `returned`
 * and `letter-batches` are forms with their results.
 */
const lists: Readonly<Record<string, 'nothing' | 'work to do' | 'filters in use'>> = {
  'access-log': 'nothing',
  bounces: 'work to do',
  // `console-claims.spec.ts` measures it without filters.
  claims: 'filters in use',
  clusters: 'nothing',
  disputes: 'nothing',
  'id-requests': 'nothing',
  letters: 'work to do',
  members: 'nothing',
  queues: 'nothing',
};

/**
 * At 1280 by 800 pixels, rows have 33 pixels, and the first one is in the upper third, apart from
 * notices of what waits.
 */
async function expectDense(page: Page, route: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const rows = page.locator(':is(.list-table, .claims-table) tbody tr');
  const { heights, end } = await rows.evaluateAll((all) => ({
    heights: all.map((row) => row.getBoundingClientRect().height),
    end: [...document.querySelectorAll('main > .notice')].reduce(
      (sum, notice) => sum - notice.getBoundingClientRect().height,
      (all[0]?.getBoundingClientRect().bottom ?? Infinity) + scrollY,
    ),
  }));
  expect.soft(Math.max(...heights), `${route}: the highest row`).toBeLessThanOrEqual(33);
  if (lists[route] === 'nothing') expect.soft(end, `${route}: the end of the first row`).toBeLessThanOrEqual(800 / 3);
}

/** Nightly and for pictures, screens are checked at all widths and in both color schemes. */
const isWhole = process.env['LONG_TESTS'] !== undefined || process.env['SCREENSHOTS'] !== undefined;

/**
 * Checks the screen that the page shows, which is the one of this route of `routes.tsx`: axe, what
 * Tab reaches, 400% zoom, what covers the focus where bars cover the most, and how much of a list
 * shows. The focus then is on the first control, and the window as large as before.
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
    if (lists[route] !== undefined) await expectDense(page, route);
    if (size) await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: null });
  });
