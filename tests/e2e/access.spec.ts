import type { Page } from '@playwright/test';
import { site } from '@redress/content/site';
import { expectAccessible } from './axe.ts';
import { expect, test } from './members.ts';

/** The site's pages, and what stands in for one that is not there. */
const paths = [...site.pages.map(({ path }) => path), '/no-such-page'];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

/** How far a page can be scrolled sideways, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const palettes = [
  { name: 'light colours', options: { colorScheme: 'light' } },
  { name: 'dark colours', options: { colorScheme: 'dark' } },
  { name: 'forced colours', options: { contextOptions: { forcedColors: 'active' } } },
] as const;
for (const { name, options } of palettes) {
  test.describe(`in ${name}`, () => {
    test.use(options);
    for (const path of paths) {
      test(`${path} has no barrier that axe finds, and does not scroll sideways`, async ({ page }) => {
        await open(page, path);
        await expectAccessible(page);
        expect(await sideways(page)).toBe(0);
      });
    }
  });
}

test.describe('at 400% zoom of a screen of 1280 by 1024', () => {
  test.use({ viewport: { width: 320, height: 256 } });
  test.skip(({ hasTouch }) => hasTouch, 'the same for both projects');
  for (const path of paths) {
    test(`${path} is one column that nothing covers`, async ({ page }) => {
      await open(page, path);
      expect(await sideways(page)).toBe(0);
      const covering = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
          .filter((element) => element.getBoundingClientRect().height > innerHeight / 4)
          .map((element) => element.outerHTML.slice(0, 80)),
      );
      expect(covering).toEqual([]);
    });
  }
});

test.describe('with the text spacing that readers may set (WCAG 1.4.12)', () => {
  // The policy forbids style sheets from elsewhere; a reader's own browser is not bound by it.
  test.use({ bypassCSP: true });
  for (const path of paths) {
    test(`${path} cuts nothing off`, async ({ page }) => {
      await open(page, path);
      await page.addStyleTag({
        content:
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      });
      expect(await sideways(page)).toBe(0);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
          .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
          .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.outerHTML.slice(0, 80)),
      );
      expect(cut).toEqual([]);
    });
  }
});

test('what a finger aims at on a phone is at least 44 pixels high, but for links within a text', async ({
  page,
  hasTouch,
}) => {
  test.skip(!hasTouch, 'there are no fingers on a desktop');
  for (const path of paths) {
    await open(page, path);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('nav a, .button, button, .doors a, select, input:not([type=hidden])')]
        .filter((element) => element.checkVisibility() && element.closest('[aria-hidden=true]') === null)
        .filter((element) => !['checkbox', 'radio'].includes(element.getAttribute('type') ?? ''))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1 && box.right > 0 && box.height < 43.5)
        .map(({ element, box }) => `${String(box.height)}: ${element.outerHTML.slice(0, 90)}`),
    );
    expect(small, path).toEqual([]);
  }
});
