import { AxeBuilder } from '@axe-core/playwright';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { contentFolder, siteBuild } from '@redress/content/folders';
import { site } from '@redress/content/site';
import type { SiteManifest } from '@redress/contract/settlement';
import { findBarriers } from '../e2e/axe.ts';
import { expect, test } from '../e2e/members.ts';
import { expectTargets } from '../e2e/accessibility/targets.ts';
import { phone } from '../e2e/settings.ts';
import { isDefault } from './rule-tables.ts';

const { pages }: SiteManifest = site;
const lengthOf = (text: string) => statSync(join(contentFolder, 'pages', `${text}.mdx`)).size;
const [longest] = pages
  .flatMap((page) => ('text' in page && page.language === undefined ? [page] : []))
  .toSorted((one, other) => lengthOf(other.text) - lengthOf(one.text));
/** The page for unknown addresses, in each language of the website. */
const unknown = ['/no-such-page', ...(pages.some(({ language }) => language === 'es') ? ['/es/no-hay'] : [])];
const all = [...pages.map(({ path }) => path), ...unknown];
const inEnglish = pages.filter(({ language }) => language === undefined);
/**
 * One page of each kind, the longest text and one Spanish page: the others share their styles and
 * parts.
 */
const kinds = [
  ...new Set([
    ...new Map(inEnglish.map((one) => [one.kind, one.path])).values(),
    '/',
    ...(longest ? [longest.path] : []),
    ...pages
      .filter(({ language }) => language === 'es')
      .map(({ path }) => path)
      .slice(0, 1),
    ...unknown.slice(0, 1),
  ]),
];
/** Where a test of the styles looks in every run: `contrast.test.ts` has every pair of colors. */
const colored = [
  '/',
  ...inEnglish
    .filter(({ kind }) => kind === 'form')
    .map(({ path }) => path)
    .slice(0, 1),
];
/**
 * A test of the program's styles, which all settlements share: `npm test` runs it for the default
 * settlement, and for the one that `CONTENT` names.
 */
const ofStyles = '@styles';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

/** How far a page scrolls sideways, in pixels. */
const readSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// One page after another in one browser window: a window for each would take longer than the
// checks.
for (const [which, some, tag] of [
  // The pages of other settlements have never been checked by hand.
  ['one page of each kind', isDefault ? kinds : all, []],
  ['every page', all, ['@long']],
] as const)
  test.describe(which, { tag: [...tag] }, () => {
    // The policy forbids third-party style sheets; a reader's own browser is not bound by it.
    test.use({ ...phone, bypassCSP: true });

    test('passes: no kind of page fails axe; at 400% zoom on a 1280 by 1024 screen, pages are one column that nothing covers; text at 200% does not scroll sideways, with the menu and all disclosures open; with the text spacing of WCAG 1.4.12 pages cut nothing off; controls are large enough for fingers, and small targets are apart', async ({
      page,
    }) => {
      for (const path of some) {
        await page.setViewportSize(phone.viewport);
        await open(page, path);
        expect.soft(await findBarriers(page), path).toEqual([]);
        await expectTargets(page, path);
        expect.soft(await readSidewaysScroll(page), path).toBe(0);
        await page.setViewportSize({ width: 320, height: 256 });
        expect.soft(await readSidewaysScroll(page), `${path} at 400%`).toBe(0);
        expect.soft(await findCovering(page), `${path} at 400%`).toEqual([]);
        await page.setViewportSize(phone.viewport);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        expect.soft(await readSidewaysScroll(page), `${path} with text at 200%`).toBe(0);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '';
          for (const details of document.querySelectorAll('details')) details.open = false;
        });
        await page.addStyleTag({
          content:
            '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
        });
        expect.soft(await readSidewaysScroll(page), `${path} with spacing`).toBe(0);
        expect.soft(await findCutOff(page), `${path} with spacing`).toEqual([]);
      }
    });

    test('keeps the contrast in dark and in forced colors', { tag: ofStyles }, async ({ page }) => {
      // Without transitions: mid-transition colors have a different contrast.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const path of some === all ? all : colored) {
        await open(page, path);
        for (const media of [{ colorScheme: 'dark' }, { colorScheme: 'light', forcedColors: 'active' }] as const) {
          await page.emulateMedia(media);
          const axe = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']);
          // Without frames, axe need not combine results in a separate page.
          const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
          const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
          expect.soft(found, `${path} ${JSON.stringify(media)}`).toEqual([]);
        }
        await page.emulateMedia({ colorScheme: null, forcedColors: null });
      }
    });
  });

for (const name of ['maintenance', 'busy'])
  test(`the page ${name} of a proxy passes axe and fits`, { tag: ['@phone', ofStyles] }, async ({ page }) => {
    await page.goto(new URL(`../../apps/site/${siteBuild}/maintenance/${name}.html`, import.meta.url).href);
    await expect(page.getByRole('link')).toHaveCount(2);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await findBarriers(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await readSidewaysScroll(page)).toBe(0);
  });

/** Fixed and sticky elements that cover more than a quarter of the screen. */
function findCovering(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
      .filter((element) => element.getBoundingClientRect().height > innerHeight / 4)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
      .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
      .filter((element) => !element.closest('[aria-hidden=true], .visually-hidden'))
      .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

test('the first Tab stop of every kind of page skips to the main content', { tag: ofStyles }, async ({ page }) => {
  for (const path of new Map(pages.map((one) => [one.kind, one.path])).values()) {
    await open(page, path);
    await page.keyboard.press('Tab');
    await expect.soft(page.locator(':focus'), path).toHaveAttribute('href', '#main');
    await page.keyboard.press('Enter');
    await expect.soft(page.locator('#main'), path).toBeFocused();
  }
});
