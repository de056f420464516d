import type { Page, Route } from '@playwright/test';
import { expect, test } from '../members.ts';
import { answer, languages } from '../without-script.ts';
import { expectVisibleFocus } from './keyboard.ts';
import { openForm, submit } from './scripted.ts';
import { waitForHydration } from '../hydration.ts';

const { en } = languages;
/** Elements that move, or would move when their state changes. */
const findMoving = (page: Page) =>
  page.evaluate(() => [
    ...document
      .getAnimations()
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'an animation')),
    ...[...document.querySelectorAll('*')]
      .filter((element) => {
        const style = getComputedStyle(element);
        return (
          style.transitionDuration.split(', ').some((duration) => duration !== '0s') ||
          style.scrollBehavior === 'smooth'
        );
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  ]);

/** The login while its request is pending, then with the toast. */
async function expectLogin(page: Page, look: () => Promise<void>): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const holdLogin = async (route: Route) => {
    await held;
    await route.continue();
  };
  await page.route('**/api/login/creds/', holdLogin, { times: 1 });
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await answer(page, en.login, { noticeId: '999999999', uniqueId: 'ZZZZ9999' });
  await page.getByRole('button', { name: en.loginButton }).click();
  await expect(page.getByText('Checking your IDs…')).toBeVisible();
  await look();
  release();
  await expect(page.getByRole('alert')).toContainText('User not found');
  await look();
}

test('nothing moves for people who have asked for reduced motion, but the toast’s bar in steps; for others, the spinner and the toast do', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving: string[] = [];
  await expectLogin(page, async () => void moving.push(...(await findMoving(page))));
  expect(moving).toEqual(['toast-bar']);
  await expect(page.locator('.toast-bar')).toHaveCSS('animation-timing-function', 'steps(5)');
  for (const path of ['/', '/notice', '/file-claim', '/consumerb-claimants']) {
    await page.goto(path);
    // Until a form's script runs, a no-script button is waiting to appear: it appears once, without
    // moving.
    if (path === '/consumerb-claimants') await waitForHydration(page);
    expect.soft(await findMoving(page), path).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const seen: string[] = [];
  await expectLogin(page, async () => void seen.push(...(await findMoving(page))));
  expect(seen).toContain('spinner-turn');
  expect(seen).toContain('toast-bar');
});

test('in forced colors the focus is visible on everything that can have it; errors, choices, filled-in and disabled fields differ by more than color', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of ['/', '/consumerb-claimants']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    for (let stops = 0; stops < 45; stops += 1) {
      await page.keyboard.press('Tab');
      await expectVisibleFocus(page);
    }
  }

  await openForm(page, en, 'consumerb-claimants');
  await answer(page, en.individual, { street1: '88 Juniper Court', outOfpocketExpensePaid: '$501-$1,000' });
  await submit(page, en);
  const read = (selector: string, pseudoElement?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => {
        const style = getComputedStyle(element, name);
        const border = style.content === 'none' ? 0 : Number.parseFloat(style.borderLeftWidth);
        return { border, outline: style.outlineStyle };
      }, pseudoElement);
  // The bar at the side of an invalid field.
  expect((await read('.field.bad', '::before')).border).toBeGreaterThanOrEqual(4);
  expect((await read('.field:not(.bad):has([name="street1"])', '::before')).border).toBe(0);
  await expect(page.locator('.field.bad .error').first()).toContainText('This field is required');
  const chosen = await read('.check:has(input:checked)');
  const other = await read('.choice .check:has(input:not(:checked))');
  expect([chosen.outline, other.outline]).toEqual(['solid', 'none']);
  // Notes and buttons are boxes by their borders.
  for (const box of ['.note', '.summary', 'button.button']) expect((await read(box)).border, box).toBeGreaterThan(0);

  // The current page.
  await page.goto('/file-claim');
  const weights = await page
    .getByRole('banner')
    .locator('nav a')
    .evaluateAll((links) =>
      links.map((link) => {
        const { fontWeight, borderBottomWidth, textDecorationLine, boxShadow } = getComputedStyle(link);
        return {
          isHere: link.getAttribute('aria-current') !== null,
          look: [fontWeight, borderBottomWidth, textDecorationLine, boxShadow].join(' '),
        };
      }),
    );
  const here = weights.filter(({ isHere }) => isHere).map(({ look }) => look);
  const elsewhere = new Set(weights.filter(({ isHere }) => !isHere).map(({ look }) => look));
  expect(here).toHaveLength(1);
  expect(elsewhere.has(here[0] ?? '')).toBe(false);
});
