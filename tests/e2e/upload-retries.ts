import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Advances the page's installed clock until uploads give up, which shows `sign`. They retry for
 * three minutes; time that passes during an attempt does not count, so this may take several jumps.
 */
export async function outlastRetries(page: Page, sign: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward('04:00');
    await expect(sign).toBeVisible({ timeout: 3_000 });
  }).toPass();
}
