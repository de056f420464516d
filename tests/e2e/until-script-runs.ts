import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/**
 * Waits until the page's script has taken over. Before that a form posts itself, which other tests
 * are about.
 */
export async function untilScriptRuns(page: Page): Promise<void> {
  await expect(page.locator('#island[data-hydrated]')).toHaveCount(1);
}
