import type { Locator, Page } from '@playwright/test';
import { expect } from '../members.ts';

/**
 * Presses Tab until this element has the focus; fails when the keyboard cannot reach it. At each
 * stop on the way the focus must be visible and nothing may cover the focused element.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${target.toString()}`);
}

/** The focused element may still be scrolling into view. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  // Nearly always, and at once: a poll takes longer than the look.
  if ((await findHiddenFocus(page)) !== '') await expect.poll(() => findHiddenFocus(page)).toBe('');
}

/** Describes a fault of the focus indicator; empty if there is none. */
function findHiddenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const name = element.outerHTML.slice(0, 120);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return `no outline: ${name}`;
    const box = element.getBoundingClientRect();
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
    const y = Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1);
    if (box.bottom <= 0 || box.top >= innerHeight) return `not on the screen: ${name}`;
    const onTop = document.elementFromPoint(x, y);
    return onTop && (element.contains(onTop) || onTop.contains(element)) ? '' : `covered: ${name}`;
  });
}
