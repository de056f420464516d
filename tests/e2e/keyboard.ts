import type { Page } from '@playwright/test';

/** Presses Tab until the element with this label or text has the focus; fails when the keyboard cannot reach it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element) return '';
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? [...(element.labels ?? [])] : [];
      return [
        element.getAttribute('aria-label') ?? '',
        ...labels.map((label) => label.textContent ?? ''),
        element instanceof HTMLInputElement ? '' : (element.textContent ?? ''),
      ]
        .join(' ')
        .trim();
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`The keyboard does not reach "${name}"`);
}
