import { expect, type Page } from '@playwright/test';

/**
 * The reference number on the completion page. Waits for that page: the form's page shows the
 * number, too, shortly before it leaves, and leaving would interrupt the next step of a test.
 */
export async function readReference(page: Page): Promise<string> {
  const reference = page.locator('dd.reference');
  await expect(reference).toHaveText(/\d{10}$/);
  return reference.innerText();
}
