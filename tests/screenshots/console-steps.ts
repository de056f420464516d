import { expect, type Page } from '@playwright/test';
import { signInAs } from '../e2e/console.ts';
import type { TestRole } from '../setup/console.ts';

/** Opens a screen as a supervisor, who may see most of them, and waits until it has loaded. */
export async function openAs(page: Page, path: string, role: TestRole = 'supervisor'): Promise<void> {
  await signInAs(page, role);
  await openScreen(page, path);
}

export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`/console${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}
