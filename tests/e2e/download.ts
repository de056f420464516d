import type { Download, Locator, Page } from '@playwright/test';

/** Downloads what a link or button offers. */
export async function downloadBy(page: Page, control: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), control.click()]);
  return download;
}
