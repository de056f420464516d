import { expect, type Page } from '@playwright/test';

/** Waits until the page's script has taken over. Before that, a form submits without JavaScript. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('#island[data-hydrated]')).toHaveCount(1);
}
