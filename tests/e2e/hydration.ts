import { expect, type Page } from '@playwright/test';

/** Waits until the page's script has taken over. Before that, a form submits without JavaScript. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('#island[data-hydrated]')).toHaveCount(1);
}

/** Ends being offline. A browser may apply that only after a request that follows at once. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  const isReached = () =>
    fetch('/robots.txt').then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(() => page.evaluate(isReached)).toBe(true);
}

/** Never answers the requests for the scripts that contain this text. */
export async function holdScript(page: Page, text: string): Promise<void> {
  await page.route('**/assets/**/*.js', async (route) => {
    const response = await route.fetch();
    if (!(await response.text()).includes(text)) await route.fulfill({ response });
  });
}
