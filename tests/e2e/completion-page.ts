import { expect, type Page } from '@playwright/test';

/**
 * The reference number on the completion page, for which this waits: the form's page shows the number,
 * too, shortly before it leaves, and would interrupt what a test does next.
 */
export async function readReference(page: Page): Promise<string> {
  const reference = page.locator('dd.reference');
  await expect(reference).toHaveText(/\d{10}$/);
  return reference.innerText();
}
