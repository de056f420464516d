import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { waitForHydration } from './hydration.ts';
import { expect, test } from './members.ts';
import { answer, languages } from './without-script.ts';

// A failed login shows a toast, and a message that stays.

const unknown = { noticeId: '999999999', uniqueId: 'ZZZZ9999' };
async function failToLogIn(page: Page): Promise<void> {
  await enterUnknownIds(page);
  // With the keyboard: the pointer rests where it is.
  await page.keyboard.press('Enter');
}

async function enterUnknownIds(page: Page): Promise<void> {
  await page.goto('/consumer-login');
  await waitForHydration(page);
  // Where the toast will be. From elsewhere, so that the page sees a movement.
  await page.mouse.move(5, 5);
  await page.mouse.move(600, 880);
  await answer(page, languages.en.login, unknown);
}

test('after the toast, where the IDs are stays on the page', async ({ page }) => {
  await page.clock.install();
  await failToLogIn(page);
  await expect(page.getByRole('alert')).toContainText('User not found');
  await page.clock.fastForward(5_000);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Both IDs are on the notice that we sent you, above your name.')).toBeVisible();
  await expect(page.getByRole('img', { name: /The Notice ID and the Unique ID are marked/ })).toBeVisible();
  for (const [name, href] of [
    ['Ask us to send you your IDs', '/lost-ids'],
    ['1-800-555-0142', 'tel:+1-800-555-0142'],
    ['File by mail', '/consumera-instructions#by-mail'],
  ] as const)
    await expect(page.locator('.login-help').getByRole('link', { name })).toHaveAttribute('href', href);
  await expectAccessible(page);
});

test('one wrong sign resets the form, and what was typed can be filled in again', async ({ page, member }) => {
  await page.goto('/consumer-login');
  await waitForHydration(page);
  const wrong = {
    noticeId: `Notice ID: ${member.noticeId}`,
    uniqueId: member.uniqueId.replace(/.$/, (last) => (last === 'X' ? 'Y' : 'X')),
  };
  await answer(page, languages.en.login, wrong);
  await page.keyboard.press('Enter');
  const typed = page.locator('.typed-ids');
  await expect(typed).toContainText(`Unique ID: ${wrong.uniqueId}`);
  for (const label of ['Notice ID', 'Unique ID']) await expect(page.getByLabel(label)).toHaveValue('');
  await expectAccessible(page);
  // Enter once more submits the empty form.
  await page.keyboard.press('Enter');
  await expect(page.getByText('This field is required')).toHaveCount(2);
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(typed)).toBeLessThan(await topOf(page.getByLabel('Notice ID')));
  await page.getByRole('button', { name: 'Fill in again' }).click();
  await expect(page.getByLabel('Notice ID')).toHaveValue(member.noticeId);
  await expect(page.getByLabel('Unique ID')).toHaveValue(wrong.uniqueId);
  await page.getByLabel('Unique ID').fill(member.uniqueId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/consumera-instructions/);
});

test('on a small screen the toast never covers the Login button', async ({ page }) => {
  // The toast stays: its five seconds are the matter of the next test.
  await page.addInitScript(() => {
    const wait = setTimeout;
    Object.assign(window, { setTimeout: (run: () => void, ms: number) => (ms === 5_000 ? 0 : wait(run, ms)) });
  });
  for (const [screen, width, height] of [
    ['a phone', 375, 667],
    ['a small phone with its keyboard open', 320, 330],
    ['a desktop at 400% zoom', 320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await failToLogIn(page);
    const toast = page.getByRole('alert');
    await expect(toast).toBeVisible();
    if (screen === 'a phone') {
      const typed = page.locator('.typed-ids');
      for (const part of [toast, page.getByLabel('Notice ID'), page.getByRole('button', { name: 'Login' }), typed])
        await expect(part).toBeInViewport({ ratio: 0.99 });
      const bottom = await typed.evaluate((note) => note.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThanOrEqual(await toast.evaluate((each) => each.getBoundingClientRect().top));
    }
    // By how many pixels the toast covers the button, at every place that the page can scroll to.
    const covered = await page.evaluate(async () => {
      const found: number[] = [];
      const button = document.querySelector('.login-form button[type=submit]');
      const shown = document.querySelector('.toast');
      if (!button || !shown) throw new Error('There is no toast');
      for (let y = 0; y < document.documentElement.scrollHeight; y += 40) {
        scrollTo(0, y);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const [above, below] = [button.getBoundingClientRect(), shown.getBoundingClientRect()];
        found.push(Math.min(above.bottom, below.bottom, innerHeight) - Math.max(above.top, below.top));
      }
      return found;
    });
    expect(Math.max(...covered), screen).toBeLessThanOrEqual(0);
  }
});

test('the toast closes after five seconds, and waits for a moving mouse', async ({ page }) => {
  await page.clock.install();
  await failToLogIn(page);
  const toast = page.getByRole('alert');
  await expect(toast).toBeVisible();
  // The page scrolls on, so the browser tells the toast that the pointer is on it. Back up, it would
  // make room for the Login button.
  await page.evaluate(() => scrollBy(0, 40));
  await expect.poll(() => toast.evaluate((element) => element.matches(':hover'))).toBe(true);
  await page.clock.fastForward(5_000);
  await expect(toast).toHaveCount(0);

  await enterUnknownIds(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.keyboard.press('Enter');
  // As a hand does: more than one step.
  for (const x of [20, 40]) await toast.hover({ position: { x, y: 20 } });
  await expect(toast).toHaveClass(/paused/);
  await page.clock.fastForward(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(toast).not.toHaveClass(/paused/);
  await page.clock.fastForward(5_000);
  await expect(toast).toHaveCount(0);
});

const gatewayPage = { contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' };
// One of each message: `api-client.test.ts` has every response that is a failure on our side.
const problem = (code: string) => ({ contentType: 'application/problem+json', body: JSON.stringify({ code }) });
const ours = /^Something went wrong on our side\. Nothing was lost\./;
const failures = [
  ['a page of a proxy', { status: 502, ...gatewayPage }, ours],
  ['a busy server', { status: 503, headers: { 'retry-after': '5' }, ...problem('overloaded') }, /^Our website is very/],
  ['too many tries', { status: 429, headers: { 'retry-after': '120' }, ...gatewayPage }, /too many tries.*2 minutes/],
  ['no connection', undefined, /^We could not reach the server\. Nothing was lost\. Check your internet connection/],
] as const;
test('the login names the failure, and the same button logs in', async ({ page, member }) => {
  await page.goto('/consumer-login');
  await waitForHydration(page);
  for (const [failure, response, message] of failures)
    await test.step(failure, async () => {
      await page.route('**/api/login/creds/', (route) =>
        response ? route.fulfill(response) : route.abort('internetdisconnected'),
      );
      await answer(page, languages.en.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(message);
      await page.unroute('**/api/login/creds/');
    });
  // Nothing was lost.
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/consumera-instructions/);
});

test('HERE leads to a page that begins with what people without IDs can do', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/consumer-login');
  await page.getByRole('link', { name: 'HERE', exact: true }).click();
  await expect(page).toHaveURL(/\/consumerb-instructions$/);
  const first = page.locator('.prose > div > :first-child');
  for (const target of ['="/lost-ids"', '="tel:+1-800-555-0142"', '$=".pdf"', '="/consumera-instructions#by-mail"'])
    await expect(first.locator(`a[href${target}]`)).toBeVisible();
});
